@NullMarked
package io.heddle.merge.state;

import org.jspecify.annotations.NullMarked;
