package io.heddle.merge.strategy;

import io.heddle.problem.IngestException;

/** Merges the rows of one ingestion, batch by batch. Not for several threads. */
public interface Strategy {
  /**
   * Decides what the rows of {@code batch} add to the dataset, in the order of their offsets.
   *
   * @throws IngestException (MergeError) when the strategy cannot be applied to a row
   */
  void merge(InputBatch batch, MergedRows out);

  /**
   * Decides what only the end of the input can tell, in steps: called after the last batch until it
   * says that it is done.
   *
   * @param steps about how much of the state one call may look at
   * @return whether there is nothing left to decide
   * @throws IngestException (MergeError) when the input ends where it must not
   */
  default boolean end(MergedRows out, int steps) {
    return true;
  }
}
