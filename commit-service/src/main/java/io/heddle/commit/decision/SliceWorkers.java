package io.heddle.commit.decision;

import io.heddle.commit.staging.SliceFile;
import io.heddle.commit.staging.SliceFiles;
import io.heddle.commit.staging.StagedBatches;
import io.heddle.schema.DataSchema;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bounded pool that writes data files, since that takes processors and memory. */
public final class SliceWorkers implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SliceWorkers.class);

  private final SliceFiles files;
  private final ExecutorService pool;

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
   * The data file, as soon as a worker has written it. Fails when the rows are at fault; a failing
   * disk is tried again.
   */
  CompletableFuture<SliceFile> write(StagedBatches batches, DataSchema schema) {
    return CompletableFuture.supplyAsync(() -> writeUntilDone(batches, schema), pool);
  }

  private SliceFile writeUntilDone(StagedBatches batches, DataSchema schema) {
    Backoff backoff = new Backoff();
    while (true) {
      try {
        return files.write(batches, schema);
      } catch (UncheckedIOException e) {
        if (!backoff.pause()) {
          throw e;
        }
        log.warn("A data file cannot be written, trying again", e);
      }
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
