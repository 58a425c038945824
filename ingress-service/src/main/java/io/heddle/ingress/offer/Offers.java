package io.heddle.ingress.offer;

import io.heddle.ingress.offer.Answers.Mailbox;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Offers ingestions to their datasets' aggregates. Blocks until the outcome is known, however long
 * merge-service, commit-service or the broker are away. Safe for use by several threads, but the
 * ingestions of one dataset have to come one after another.
 */
public final class Offers {
  private final Proposals proposals;
  private final Answers answers;
  private final OfferSettings settings;
  private final Supplier<String> requestIds;
  private final RandomGenerator random;

  /**
   * @param requestIds gives each attempt an id of its own
   * @param random spreads the waits of those who are told that the dataset is busy
   */
  public Offers(
      Proposals proposals,
      Answers answers,
      OfferSettings settings,
      Supplier<String> requestIds,
      RandomGenerator random) {
    this.proposals = proposals;
    this.answers = answers;
    this.settings = settings;
    this.requestIds = requestIds;
    this.random = random;
  }

  /**
   * @throws InterruptedException when the task was cancelled; what was open is given up
   */
  public OfferOutcome offer(Ingestion ingestion, OfferListener listener)
      throws InterruptedException {
    try (Mailbox mailbox = answers.open()) {
      return new Offer(proposals, mailbox, settings, requestIds, random, ingestion, listener).run();
    }
  }
}
