/** Tests of plans and decisions. */
@NullMarked
package io.heddle.merge.ingest;

import org.jspecify.annotations.NullMarked;
