package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** System times of decisions: whole milliseconds, and never before the last block's. */
final class SystemTimes {
  private SystemTimes() {}

  static Instant next(Instant now, @Nullable ChainSummary chain) {
    Instant rounded = roundedUp(now);
    if (chain == null || !rounded.isBefore(chain.systemTime())) {
      return rounded;
    }
    return roundedUp(chain.systemTime());
  }

  private static Instant roundedUp(Instant time) {
    Instant cut = time.truncatedTo(ChronoUnit.MILLIS);
    return cut.equals(time) ? cut : cut.plusMillis(1);
  }
}
