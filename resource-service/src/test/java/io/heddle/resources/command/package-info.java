@NullMarked
package io.heddle.resources.command;

import org.jspecify.annotations.NullMarked;
