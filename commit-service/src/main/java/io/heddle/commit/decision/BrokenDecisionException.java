package io.heddle.commit.decision;

/** A decision cannot be committed as it came; it is answered with the reason. */
final class BrokenDecisionException extends Exception {
  BrokenDecisionException(String reason) {
    super(reason);
  }
}
