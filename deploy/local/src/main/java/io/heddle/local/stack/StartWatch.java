package io.heddle.local.stack;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Waits until processes serve, and tells what it waits for. */
final class StartWatch {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

  private final Readiness readiness;
  private final Patience patience;

  StartWatch(Readiness readiness, Patience patience) {
    this.readiness = readiness;
    this.patience = patience;
  }

  /**
   * Returns when all serve.
   *
   * @param hope is asked for each process that does not serve, again and again; throws when it will
   *     never do
   * @throws IllegalStateException when patience ends
   */
  void await(List<String> names, Consumer<String> hope) {
    long began = System.nanoTime();
    long told = began;
    Set<String> waiting = new LinkedHashSet<>(names);
    while (true) {
      Map<String, String> lacks = new LinkedHashMap<>();
      for (String name : List.copyOf(waiting)) {
        hope.accept(name);
        readiness
            .lacks(name)
            .ifPresentOrElse(
                lack -> lacks.put(name, lack),
                () -> {
                  waiting.remove(name);
                  patience.tell("%s is ready (%d s)".formatted(name, since(began).toSeconds()));
                });
      }
      if (waiting.isEmpty()) {
        return;
      }
      if (patience.isOver(since(began))) {
        throw new IllegalStateException(
            "after %d s not all is ready: %s. It goes on starting: ./heddle status tells, ./heddle down stops it"
                .formatted(since(began).toSeconds(), described(lacks)));
      }
      if (since(told).compareTo(BETWEEN_REPORTS) >= 0) {
        told = System.nanoTime();
        patience.tell(
            "waiting for %s (%d s)".formatted(described(lacks), since(began).toSeconds()));
      }
      pause();
    }
  }

  private static String described(Map<String, String> lacks) {
    return lacks.entrySet().stream()
        .map(lack -> lack.getKey() + " (" + lack.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  private static Duration since(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the stack", e);
    }
  }
}
