@NullMarked
package io.heddle.encoding;

import org.jspecify.annotations.NullMarked;
