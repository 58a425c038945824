/**
 * Raw data to a table: every format is read by a streaming reader of our own choice straight into
 * Arrow vectors. What a reader delivers equals what the input says; a value that does not fit its
 * declared type exactly refuses the ingestion and names file, line or record, column and value.
 *
 * <p>CSV has a tokenizer of its own. ODF's default escape is the backslash, which matters before a
 * quote inside quotes only. With it Apache Commons CSV turns the {@code \n} of {@code C:\new} into
 * a line break, and FastCSV knows no escape at all.
 */
@NullMarked
package io.heddle.ingress.read;

import org.jspecify.annotations.NullMarked;
