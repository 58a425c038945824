/**
 * The merge strategies: how the rows of an ingestion meet the history of a dataset (ODF "Merge
 * Strategies"). Each takes one batch after another; where the batches are cut changes nothing.
 */
@NullMarked
package io.heddle.merge.strategy;

import org.jspecify.annotations.NullMarked;
