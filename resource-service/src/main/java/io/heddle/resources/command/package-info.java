/** Sending commands to the writer and waiting for what became of them. */
@NullMarked
package io.heddle.resources.command;

import org.jspecify.annotations.NullMarked;
