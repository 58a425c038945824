/** Reads chains and their data files in the background, for aggregates that have to catch up. */
@NullMarked
package io.heddle.merge.catchup;

import org.jspecify.annotations.NullMarked;
