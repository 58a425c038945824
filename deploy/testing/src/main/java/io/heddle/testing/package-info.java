/**
 * The broker and the object store that integration tests run against: containers where a Docker
 * engine answers, else the embedded ones of the local stack.
 */
@NullMarked
package io.heddle.testing;

import org.jspecify.annotations.NullMarked;
