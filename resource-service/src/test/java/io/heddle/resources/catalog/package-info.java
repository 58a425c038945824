@NullMarked
package io.heddle.resources.catalog;

import org.jspecify.annotations.NullMarked;
