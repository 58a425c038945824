/** The contract with the writer: commands, their outcomes, and why one is refused. */
@NullMarked
package io.heddle.resources.command;

import org.jspecify.annotations.NullMarked;
