/**
 * Reading datasets over REST: chain, references, data files, last records, verification; and each
 * dataset as a root of the Simple Transfer Protocol. Nothing here writes.
 */
@NullMarked
package io.heddle.resources.dataset;

import org.jspecify.annotations.NullMarked;
