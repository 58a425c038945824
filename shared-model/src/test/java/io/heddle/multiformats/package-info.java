@NullMarked
package io.heddle.multiformats;

import org.jspecify.annotations.NullMarked;
