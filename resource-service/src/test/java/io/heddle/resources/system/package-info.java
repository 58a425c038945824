@NullMarked
package io.heddle.resources.system;

import org.jspecify.annotations.NullMarked;
