package io.heddle.local.stack;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How long one waits for processes that live but do not serve yet, and who hears of it. */
public final class Patience {
  private final @Nullable Duration bound;
  private final Consumer<String> listener;

  private Patience(@Nullable Duration bound, Consumer<String> listener) {
    this.bound = bound;
    this.listener = listener;
  }

  /**
   * As long as they live.
   *
   * @param listener takes a line whenever there is something to tell, at least each few seconds
   */
  public static Patience endless(Consumer<String> listener) {
    return new Patience(null, listener);
  }

  /** As {@link #endless}, but not longer than a time. */
  public static Patience atMost(Duration bound, Consumer<String> listener) {
    return new Patience(bound, listener);
  }

  boolean isOver(Duration waited) {
    return bound != null && waited.compareTo(bound) > 0;
  }

  void tell(String line) {
    listener.accept(line);
  }
}
