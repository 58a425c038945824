package io.heddle.ingress.task;

import io.heddle.multiformats.DatasetId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs work for datasets on virtual threads: that of one dataset in the order of its coming, that
 * of different ones side by side.
 */
final class DatasetQueues implements AutoCloseable {
  private final Map<DatasetId, CompletableFuture<Void>> last = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("ingest-", 0).factory());

  /**
   * @return done when the work is, with its failure if it has one; later work runs all the same
   */
  CompletableFuture<Void> submit(DatasetId dataset, Runnable work) {
    CompletableFuture<Void> done =
        last.compute(
            dataset,
            (key, before) ->
                (before == null ? CompletableFuture.<Void>completedFuture(null) : before)
                    .handle((result, failure) -> null)
                    .thenRunAsync(work, threads));
    done.whenComplete((result, failure) -> last.remove(dataset, done));
    return done;
  }

  /** Interrupts what runs. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
