/**
 * The small languages that parts of a source are written in: names of encodings, formats of times,
 * patterns of paths. What reads them at the run is also asked when a source is applied.
 */
@NullMarked
package io.heddle.notation;

import org.jspecify.annotations.NullMarked;
