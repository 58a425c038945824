/**
 * Makes decisions durable: turns them into blocks, stores data files and blocks, and moves the head
 * of the chain, so that a repeated decision always ends the same.
 */
@NullMarked
package io.heddle.commit;

import org.jspecify.annotations.NullMarked;
