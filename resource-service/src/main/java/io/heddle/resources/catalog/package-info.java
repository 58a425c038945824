/**
 * Reading resources: this instance's view of all of them, and the routes that show it; and sending
 * commands to the writer, whose outcomes show in that view.
 */
@NullMarked
package io.heddle.resources.catalog;

import org.jspecify.annotations.NullMarked;
