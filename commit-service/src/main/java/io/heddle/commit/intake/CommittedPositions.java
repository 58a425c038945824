package io.heddle.commit.intake;

import io.heddle.commit.decision.Position;

/** Knows from where partitions are to be read, as their last owners left it. */
public interface CommittedPositions {
  /**
   * @throws RuntimeException when the broker does not tell just now
   */
  Position of(int partition);
}
