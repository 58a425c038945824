/** Reading resources: this instance's view of all of them, and the routes that show it. */
@NullMarked
package io.heddle.resources.catalog;

import org.jspecify.annotations.NullMarked;
