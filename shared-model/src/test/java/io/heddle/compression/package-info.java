@NullMarked
package io.heddle.compression;

import org.jspecify.annotations.NullMarked;
