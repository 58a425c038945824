/**
 * Rows as bytes: encoded primary keys, compact rows, and the state that holds one for the other.
 * Nothing here knows Kafka.
 */
@NullMarked
package io.heddle.merge.row;

import org.jspecify.annotations.NullMarked;
