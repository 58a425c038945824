package io.heddle.local.stack;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * When a process that ended by itself may start again: after a pause that doubles each time, and
 * not more often than {@link #MOST} times within {@link #WINDOW}.
 */
final class Restarts {
  static final int MOST = 5;
  static final Duration WINDOW = Duration.ofMinutes(10);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

  private final InstantSource clock;
  private final Map<String, Deque<Instant>> ends = new HashMap<>();

  Restarts(InstantSource clock) {
    this.clock = clock;
  }

  /** Notes that a process ended. Empty: it did so too often. */
  Optional<Instant> ended(String name) {
    Instant now = clock.instant();
    Deque<Instant> recent = ends.computeIfAbsent(name, key -> new ArrayDeque<>());
    recent.removeIf(end -> end.isBefore(now.minus(WINDOW)));
    if (recent.size() == MOST) {
      return Optional.empty();
    }
    Instant due = now.plus(FIRST_PAUSE.multipliedBy(1L << recent.size()));
    recent.add(now);
    return Optional.of(due);
  }

  /** Forgets the former ends of a process. */
  void forget(String name) {
    ends.remove(name);
  }
}
