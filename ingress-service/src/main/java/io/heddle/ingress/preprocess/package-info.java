/**
 * Shaping a table before it meets the dataset: the SQL of a source, run by an embedded engine over
 * Arrow, or the default shaping of a source without one. Nothing here knows Kafka or the chain.
 */
@NullMarked
package io.heddle.ingress.preprocess;

import org.jspecify.annotations.NullMarked;
