/**
 * Coverage-guided fuzzing of everything that reads what strangers wrote: a few seconds in each
 * build, longer on request. What it found is kept as a corpus and read again by plain tests.
 */
@NullMarked
package io.heddle.fuzz;

import org.jspecify.annotations.NullMarked;
