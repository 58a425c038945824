package io.heddle.sql;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops an engine whose time is over, or whose thread was interrupted: inside of the engine nobody
 * looks at either. The thread that makes it is the one that it watches.
 */
public final class QueryWatch implements AutoCloseable {
  private static final long LOOK_EVERY_MILLIS = 100;

  private final Thread worker = Thread.currentThread();
  private final long start = System.nanoTime();
  private final Duration limit;
  private final String origin;
  private final LongSupplier waitedNanos;
  private final Thread watcher;
  private volatile @Nullable Statement running;
  private volatile @Nullable IngestException stop;
  private volatile boolean closed;

  /**
   * @param limit how long the engine may work
   * @param origin of the limit, for a message
   * @param waitedNanos how long it has waited for others so far, which does not count
   */
  public QueryWatch(Duration limit, String origin, LongSupplier waitedNanos) {
    this.limit = limit;
    this.origin = origin;
    this.waitedNanos = waitedNanos;
    this.watcher = Thread.ofVirtual().name("heddle-query-watch").start(this::watch);
  }

  /** The statement to be stopped from now on. */
  public void running(Statement statement) {
    running = statement;
  }

  /** Why the engine was stopped, if it was. */
  public @Nullable IngestException stop() {
    return stop;
  }

  /**
   * @throws IngestException when the engine has to stop
   */
  public void requireRunning() {
    look();
    if (stop != null) {
      throw stop;
    }
  }

  private void watch() {
    try {
      while (!closed) {
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        look();
        Statement statement = running;
        // Again and again: a statement that has not begun yet is not stopped by it.
        if (stop != null && statement != null) {
          cancel(statement);
        }
      }
    } catch (InterruptedException e) {
      // Nothing is left to be watched.
    }
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // It is over.
    }
  }

  private void look() {
    if (stop != null) {
      return;
    }
    if (worker.isInterrupted()) {
      stop = new IngestException(FailureKind.Internal, "the task was stopped in its query");
    } else if (System.nanoTime() - start - waitedNanos.getAsLong() > limit.toNanos()) {
      stop =
          new IngestException(
              FailureKind.LimitExceeded,
              "preprocess: the query did not end within %s, %s".formatted(limit, origin));
    }
  }

  @Override
  public void close() {
    closed = true;
    watcher.interrupt();
  }
}
