/**
 * One ingestion into one dataset: its plan, checked against the dataset's schema, and the decision
 * that its rows become, cut into slices. Knows no Kafka and no object store.
 */
@NullMarked
package io.heddle.merge.ingest;

import org.jspecify.annotations.NullMarked;
