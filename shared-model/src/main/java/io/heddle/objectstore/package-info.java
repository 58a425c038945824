/**
 * Objects under keys, with conditional writes: what Heddle needs of S3, and stores that offer the
 * same in memory, in a folder and (read only) over HTTP.
 */
@NullMarked
package io.heddle.objectstore;

import org.jspecify.annotations.NullMarked;
