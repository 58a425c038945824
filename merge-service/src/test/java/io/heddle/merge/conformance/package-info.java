/** The cases of merge strategies and of the writer, run through the real code. */
@NullMarked
package io.heddle.merge.conformance;

import org.jspecify.annotations.NullMarked;
