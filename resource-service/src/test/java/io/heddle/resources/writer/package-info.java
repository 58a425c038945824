@NullMarked
package io.heddle.resources.writer;

import org.jspecify.annotations.NullMarked;
