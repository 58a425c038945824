package io.heddle.commit.intake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Knows how long the record in work has been there. */
@ApplicationScoped
public class IntakeWatch {
  private static final long IDLE = 0;

  private volatile long startedAt = IDLE;

  void started() {
    // Zero means idle, and the clock may well be there.
    startedAt = System.nanoTime() | 1;
  }

  void ended() {
    startedAt = IDLE;
  }

  Duration inWorkFor() {
    long since = startedAt;
    return since == IDLE ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
  }
}
