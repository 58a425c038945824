@NullMarked
package io.heddle.notation;

import org.jspecify.annotations.NullMarked;
