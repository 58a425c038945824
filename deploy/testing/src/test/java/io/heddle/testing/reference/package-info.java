/** Tests of the pages that are made of the code. */
@NullMarked
package io.heddle.testing.reference;

import org.jspecify.annotations.NullMarked;
