/** Starting flows and following their runs. */
@NullMarked
package io.heddle.resources.flow;

import org.jspecify.annotations.NullMarked;
