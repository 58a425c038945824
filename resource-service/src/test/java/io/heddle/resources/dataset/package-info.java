@NullMarked
package io.heddle.resources.dataset;

import org.jspecify.annotations.NullMarked;
