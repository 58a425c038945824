@NullMarked
package io.heddle.document;

import org.jspecify.annotations.NullMarked;
