@NullMarked
package io.heddle.resources;

import org.jspecify.annotations.NullMarked;
