/**
 * The broker and the object store that integration tests run against: the embedded ones of the
 * local stack, or containers where that is asked for.
 */
@NullMarked
package io.heddle.testing;

import org.jspecify.annotations.NullMarked;
