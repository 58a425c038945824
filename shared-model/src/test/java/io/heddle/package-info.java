@NullMarked
package io.heddle;

import org.jspecify.annotations.NullMarked;
