package io.heddle.commit.decision;

import io.heddle.message.CommitResult;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStoreException;
import java.time.Duration;

/** Learns what happens to decisions, for logs and metrics. */
public interface CommitEvents {
  /**
   * @param repeated whether the blocks were there before
   */
  void committed(CommitResult.Committed result, long rows, boolean repeated, Duration took);

  void rejected(CommitResult.Rejected result);

  /** The store did not do it; the decision waits. Told for each try. */
  void waiting(DatasetId dataset, String decisionId, ObjectStoreException cause);

  /** The decision is no longer ours. */
  void givenUp(String decisionId);
}
