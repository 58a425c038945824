package io.heddle.commit.decision;

import io.heddle.message.CommitResult;

/** Where the outcomes of decisions go. */
public interface Answers {
  /**
   * Announces an outcome, and comes back only when it is durable.
   *
   * @throws InterruptedException when the service stops first
   */
  void announce(CommitResult result) throws InterruptedException;
}
