@NullMarked
package io.heddle.local;

import org.jspecify.annotations.NullMarked;
