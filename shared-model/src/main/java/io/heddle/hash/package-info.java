/**
 * Hashes of bytes and of rows: SHA3-256, and the logical hash that does not depend on how rows are
 * stored.
 */
@NullMarked
package io.heddle.hash;

import org.jspecify.annotations.NullMarked;
