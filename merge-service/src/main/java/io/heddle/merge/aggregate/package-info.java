/**
 * The dataset aggregate: the one writer of a dataset's chain. A small state machine that takes
 * proposals and results, and decides.
 */
@NullMarked
package io.heddle.merge.aggregate;

import org.jspecify.annotations.NullMarked;
