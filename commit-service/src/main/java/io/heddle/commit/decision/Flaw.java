package io.heddle.commit.decision;

import io.heddle.commit.staging.StagingException;
import io.heddle.problem.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * Why a decision cannot be committed as it came.
 *
 * @param obstacle as in {@link io.heddle.message.CommitResult.Rejected}
 */
record Flaw(String reason, @Nullable FailureKind obstacle) {
  Flaw(String reason) {
    this(reason, null);
  }

  static Flaw of(StagingException e) {
    return new Flaw(String.valueOf(e.getMessage()), e.obstacle());
  }
}
