/** Open slices on the local disk: their batches as they came, until the slice is written. */
@NullMarked
package io.heddle.commit.staging;

import org.jspecify.annotations.NullMarked;
