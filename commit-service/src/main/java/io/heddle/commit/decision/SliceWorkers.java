package io.heddle.commit.decision;

import io.heddle.commit.staging.SliceFile;
import io.heddle.commit.staging.SliceFiles;
import io.heddle.commit.staging.StagedBatches;
import io.heddle.schema.DataSchema;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bounded pool that writes data files, since that takes processors and memory. */
public final class SliceWorkers implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SliceWorkers.class);

  /** How often a disk is tried that does not take a data file, with waits that double. */
  private static final int TRIES = 6;

  private static final Duration FIRST_WAIT = Duration.ofMillis(200);

  private final SliceFiles files;
  private final ExecutorService pool;
  private final Set<Writing> writing = ConcurrentHashMap.newKeySet();

  /** One data file that is being written now. */
  private record Writing(Thread worker, long startedAt) {}

  public SliceWorkers(SliceFiles files, int writers) {
    if (writers < 1) {
      throw new IllegalArgumentException("at least one data file must be written at a time");
    }
    this.files = files;
    this.pool =
        Executors.newFixedThreadPool(
            writers, Thread.ofPlatform().name("slice-writer-", 0).daemon().factory());
  }

  /**
   * The data file, as soon as a worker has written it. A disk that does not take it is tried again
   * a few times; no worker waits meanwhile. Cancelling the result ends that.
   */
  CompletableFuture<SliceFile> write(StagedBatches batches, DataSchema schema) {
    CompletableFuture<SliceFile> file = new CompletableFuture<>();
    pool.execute(() -> write(file, batches, schema, 1));
    return file;
  }

  /** How long the data file that is being written longest takes already; zero without any. */
  Duration longestWrite() {
    long now = System.nanoTime();
    return Duration.ofNanos(
        writing.stream().mapToLong(file -> now - file.startedAt()).max().orElse(0));
  }

  private void write(
      CompletableFuture<SliceFile> file, StagedBatches batches, DataSchema schema, int tries) {
    if (file.isDone()) {
      return;
    }
    Writing now = new Writing(Thread.currentThread(), System.nanoTime());
    writing.add(now);
    try {
      SliceFile written = files.write(batches, schema);
      if (!file.complete(written)) {
        written.close();
      }
    } catch (UncheckedIOException e) {
      if (tries == TRIES) {
        file.completeExceptionally(e);
      } else {
        log.atWarn().setCause(e).log("A data file cannot be written, trying again");
        Duration wait = FIRST_WAIT.multipliedBy(1L << (tries - 1));
        CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS, pool)
            .execute(() -> write(file, batches, schema, tries + 1));
      }
    } catch (RuntimeException | Error e) {
      // Whoever waits for the file has to hear of everything.
      file.completeExceptionally(e);
    } finally {
      writing.remove(now);
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
