/** Applying, creating, replacing and deleting resources. */
@NullMarked
package io.heddle.resources.apply;

import org.jspecify.annotations.NullMarked;
