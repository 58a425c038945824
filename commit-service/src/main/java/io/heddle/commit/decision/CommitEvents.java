package io.heddle.commit.decision;

import io.heddle.message.CommitResult;
import io.heddle.multiformats.DatasetId;
import java.time.Duration;

/** Learns what happens to decisions, for logs and metrics. */
public interface CommitEvents {
  /**
   * @param repeated whether the blocks were there before
   */
  void committed(CommitResult.Committed result, long rows, boolean repeated, Duration took);

  void rejected(CommitResult.Rejected result);

  /** The store could not be reached; the decision waits. */
  void waiting(DatasetId dataset, String decisionId, RuntimeException cause);
}
