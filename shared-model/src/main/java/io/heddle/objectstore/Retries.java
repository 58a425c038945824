package io.heddle.objectstore;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often and how patiently to try again: waits double from {@code firstWait} up to {@code
 * longestWait}, each cut by a random share so that writers do not come back in step.
 *
 * @param attempts in all, the first one included
 */
public record Retries(int attempts, Duration firstWait, Duration longestWait) {
  public static final Retries DEFAULT =
      new Retries(6, Duration.ofMillis(100), Duration.ofSeconds(5));

  public Retries {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts must be at least 1, not " + attempts);
    }
  }

  /** Whether there may be another attempt after {@code done} of them. */
  boolean allow(int done) {
    return done < attempts;
  }

  /**
   * Waits before the next attempt.
   *
   * @throws ObjectStoreException when the thread is interrupted meanwhile
   */
  void pause(int done, RandomGenerator random) {
    long doubled = firstWait.toMillis() << Math.min(done - 1, 20);
    long wait = Math.min(doubled, longestWait.toMillis());
    try {
      Thread.sleep(wait / 2 + random.nextLong(wait / 2 + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(
          ObjectStoreException.Kind.UNAVAILABLE, "interrupted while waiting to try again", e);
    }
  }
}
