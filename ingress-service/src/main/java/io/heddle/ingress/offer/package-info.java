/**
 * Offering spooled rows to the dataset's aggregate in merge-service, and waiting for what becomes
 * of them: begin, batches, end, and an answer to each.
 */
@NullMarked
package io.heddle.ingress.offer;

import org.jspecify.annotations.NullMarked;
