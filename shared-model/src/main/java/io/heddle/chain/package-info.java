/** The metadata chain: its storage and references, its rules, reading and appending blocks. */
@NullMarked
package io.heddle.chain;

import org.jspecify.annotations.NullMarked;
