/** Runs of flows and their tasks. */
@NullMarked
package io.heddle.resources.runs;

import org.jspecify.annotations.NullMarked;
