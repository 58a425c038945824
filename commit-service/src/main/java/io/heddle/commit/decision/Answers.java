package io.heddle.commit.decision;

import io.heddle.message.CommitResult;
import java.util.Optional;

/** Where the outcomes of decisions go. */
public interface Answers {
  /**
   * Why an outcome could not be announced: it is too large, or nobody could read it. Asked before
   * anything is done, so that nothing gets into a chain that nobody would learn of.
   */
  Optional<String> obstacleTo(CommitResult result);

  /**
   * Announces an outcome, and comes back only when it is durable.
   *
   * @throws RuntimeException when there is an obstacle after all; nothing was announced then
   * @throws InterruptedException when the service stops first
   */
  void announce(CommitResult result) throws InterruptedException;
}
