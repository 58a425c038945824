package io.heddle.ingress.task;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few platform threads for work that keeps a processor busy: reading, SQL, encoding. Queries have
 * threads of their own, since one of them can take as long as its author likes; rows without a
 * query are never kept waiting by it.
 */
public final class CpuPool implements AutoCloseable {
  /** What a piece of work does. */
  enum Kind {
    READ,
    QUERY;

    static Kind of(SourceDefinition source) {
      return source.preprocess() == null ? READ : QUERY;
    }
  }

  private static final Logger log = LoggerFactory.getLogger(CpuPool.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

  private final ThreadPoolExecutor readers;
  private final ThreadPoolExecutor queries;

  /**
   * @param readers how many pieces of work without a query run at once
   * @param queries how many with a query
   */
  public CpuPool(int readers, int queries) {
    this.readers = threads(readers, "heddle-rows-");
    this.queries = threads(queries, "heddle-query-");
  }

  private static ThreadPoolExecutor threads(int size, String name) {
    return new ThreadPoolExecutor(
        size,
        size,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        Thread.ofPlatform().name(name, 0).daemon().factory());
  }

  /**
   * Runs {@code work} and waits for it. When the caller is interrupted, so is the work, and it has
   * ended before this returns: it uses what the caller takes away right afterwards.
   */
  <T> T run(Kind kind, Callable<T> work) throws InterruptedException {
    ThreadPoolExecutor threads =
        switch (kind) {
          case READ -> readers;
          case QUERY -> queries;
        };
    Job<T> job = new Job<>(work);
    threads.execute(job);
    try {
      return job.get();
    } catch (InterruptedException e) {
      stop(job, threads);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof InterruptedException) {
        throw new InterruptedException();
      }
      throw new IngestException(FailureKind.Internal, String.valueOf(e.getCause()), e);
    }
  }

  private static void stop(Job<?> job, ThreadPoolExecutor threads) throws InterruptedException {
    if (threads.remove(job)) {
      return;
    }
    job.cancel(true);
    if (!job.ended.await(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      log.error(
          "Work does not stop though it was interrupted seconds={}", STOP_PATIENCE.toSeconds());
    }
  }

  @Override
  public void close() {
    readers.shutdownNow();
    queries.shutdownNow();
  }

  /** Knows when the work is really over, which a cancelled future does not say. */
  private static final class Job<T> extends FutureTask<T> {
    private final CountDownLatch ended = new CountDownLatch(1);

    Job(Callable<T> work) {
      super(work);
    }

    @Override
    public void run() {
      try {
        super.run();
      } finally {
        ended.countDown();
      }
    }
  }
}
