/** {@code ./heddle demo}: the samples, from the source to the verified chain. */
@NullMarked
package io.heddle.local.demo;

import org.jspecify.annotations.NullMarked;
