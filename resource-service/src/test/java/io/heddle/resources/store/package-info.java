@NullMarked
package io.heddle.resources.store;

import org.jspecify.annotations.NullMarked;
