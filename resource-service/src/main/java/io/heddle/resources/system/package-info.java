/**
 * The service as a process: its settings, what starts and stops with it, its health, and how
 * requests and errors look whatever they are about.
 */
@NullMarked
package io.heddle.resources.system;

import org.jspecify.annotations.NullMarked;
