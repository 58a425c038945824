@NullMarked
package io.heddle.merge.strategy;

import org.jspecify.annotations.NullMarked;
