/** All services together, killed and frozen at bad moments. */
@NullMarked
package io.heddle.system;

import org.jspecify.annotations.NullMarked;
