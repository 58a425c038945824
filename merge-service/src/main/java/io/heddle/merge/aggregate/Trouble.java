package io.heddle.merge.aggregate;

import java.time.Instant;

/**
 * Why a dataset does not go on by itself.
 *
 * @param text what an operator should know
 * @param since when it began
 */
public record Trouble(Kind kind, String text, Instant since) {
  public enum Kind {
    /** The aggregate has stopped; an operator has to unlock or rebuild the dataset. */
    BROKEN,
    /** commit-service has not answered a decision, although it was asked again. */
    UNANSWERED
  }
}
