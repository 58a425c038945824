/**
 * Raw data to a table: every format is read by a streaming reader of our own choice straight into
 * Arrow vectors. What a reader delivers equals what the input says; a value that does not fit its
 * declared type exactly refuses the ingestion and names file, line or record, column and value.
 */
@NullMarked
package io.heddle.ingress.read;

import org.jspecify.annotations.NullMarked;
