package io.heddle.commit.decision;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits between tries that grow, each cut by a random share so that tries do not meet. */
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private long nextMillis = FIRST.toMillis();

  /** Waits; false when the thread was interrupted and is to end. */
  boolean pause() {
    try {
      Thread.sleep(nextMillis / 2 + ThreadLocalRandom.current().nextLong(nextMillis / 2 + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    nextMillis = Math.min(2 * nextMillis, LONGEST.toMillis());
    return true;
  }
}
