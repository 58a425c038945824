/**
 * Data files: writing the rows of a slice as Parquet while hashing them, and reading them back into
 * Arrow.
 */
@NullMarked
package io.heddle.slice;

import org.jspecify.annotations.NullMarked;
