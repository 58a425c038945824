/**
 * How fast the model hashes, encodes and verifies, in relation to the JDK's SHA3-256, which is the
 * limit of all of them.
 */
@NullMarked
package io.heddle.benchmarks;

import org.jspecify.annotations.NullMarked;
