@NullMarked
package io.heddle.testing;

import org.jspecify.annotations.NullMarked;
