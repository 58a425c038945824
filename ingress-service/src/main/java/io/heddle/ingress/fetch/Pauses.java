package io.heddle.ingress.fetch;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits that a source asks for. */
interface Pauses {
  /** Waits at least so long, and a little longer, so that not all come back at once. */
  void pause(Duration atLeast) throws InterruptedException;

  static Pauses sleeping() {
    return atLeast -> {
      long jitter = ThreadLocalRandom.current().nextLong(1 + atLeast.toMillis() / 4);
      Thread.sleep(atLeast.plusMillis(jitter));
    };
  }
}
