/**
 * The metadata chain: events, blocks, their encoding, their rules, and reading and appending them.
 */
@NullMarked
package io.heddle.chain;

import org.jspecify.annotations.NullMarked;
