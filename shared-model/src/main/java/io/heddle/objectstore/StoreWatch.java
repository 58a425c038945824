package io.heddle.objectstore;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a store again and again on a thread of its own, so that asking whether it answers costs
 * nothing and never waits, also while the store is frozen.
 */
public final class StoreWatch implements AutoCloseable {
  /** How often to look, when nothing else is said. */
  public static final Duration PERIOD = Duration.ofSeconds(3);

  /** How long after its last answer a store counts as gone, when nothing else is said. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Nothing lies there; that the store says so is enough. */
  private static final String KEY = StoreProbe.FOLDER + "/watch";

  private final ObjectStore store;
  private final Duration patience;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("store-watch").daemon().factory());

  private volatile long lastAnswer;
  private volatile boolean answered;
  private volatile @Nullable String trouble;

  /** Starts to look. The store stays the caller's. */
  public StoreWatch(ObjectStore store) {
    this(store, PERIOD, PATIENCE);
  }

  StoreWatch(ObjectStore store, Duration period, Duration patience) {
    this.store = store;
    this.patience = patience;
    timer.scheduleWithFixedDelay(this::look, 0, period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Whether the store has answered lately. */
  public boolean answers() {
    return answered && System.nanoTime() - lastAnswer < patience.toNanos();
  }

  /** Why the last look failed, or that it does not come back; null while the store answers. */
  public @Nullable String trouble() {
    if (answers()) {
      return null;
    }
    String said = trouble;
    return said == null ? "%s does not answer".formatted(store) : said;
  }

  private void look() {
    try {
      store.stat(KEY);
      lastAnswer = System.nanoTime();
      answered = true;
      trouble = null;
    } catch (RuntimeException e) {
      trouble = e.getMessage();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
