/** Pages of docs/ that are made of the code, and checked by each build. */
@NullMarked
package io.heddle.testing.reference;

import org.jspecify.annotations.NullMarked;
