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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
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

  private final Threads readers;
  private final Threads queries;
  private final Duration patience;

  /**
   * @param readers how many pieces of work without a query run at once
   * @param queries how many with a query
   */
  public CpuPool(int readers, int queries) {
    this(readers, queries, STOP_PATIENCE);
  }

  /**
   * @param patience with work that was told to stop
   */
  CpuPool(int readers, int queries, Duration patience) {
    this.patience = patience;
    this.readers = Threads.of(readers, "heddle-rows-");
    this.queries = Threads.of(queries, "heddle-query-");
  }

  /**
   * @param lost how many of them are kept by work that does not stop
   */
  private record Threads(ThreadPoolExecutor pool, AtomicInteger lost) {
    static Threads of(int size, String name) {
      return new Threads(
          new ThreadPoolExecutor(
              size,
              size,
              0,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              Thread.ofPlatform().name(name, 0).daemon().factory()),
          new AtomicInteger());
    }

    boolean areJammed() {
      return lost.get() >= pool.getCorePoolSize();
    }
  }

  /**
   * Runs {@code work} and waits for it. When the caller is interrupted, so is the work, and it has
   * ended before this returns: it uses what the caller takes away right afterwards. Work that does
   * not stop is left behind after a while, and keeps its thread ({@link #isJammed()}).
   */
  <T> T run(Kind kind, Callable<T> work) throws InterruptedException {
    Threads threads =
        switch (kind) {
          case READ -> readers;
          case QUERY -> queries;
        };
    Job<T> job = new Job<>(work);
    threads.pool().execute(job);
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

  private void stop(Job<?> job, Threads threads) throws InterruptedException {
    if (threads.pool().remove(job)) {
      return;
    }
    job.cancel(true);
    if (!job.ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      log.atError()
          .addKeyValue("seconds", patience.toSeconds())
          .log("Work does not stop though it was interrupted");
      job.isLost(threads.lost());
    }
  }

  /** Whether all threads of a kind are kept by work that does not stop; only a restart helps. */
  public boolean isJammed() {
    return readers.areJammed() || queries.areJammed();
  }

  @Override
  public void close() {
    readers.pool().shutdownNow();
    queries.pool().shutdownNow();
  }

  /** Knows when the work is really over, which a cancelled future does not say. */
  private static final class Job<T> extends FutureTask<T> {
    private final CountDownLatch ended = new CountDownLatch(1);

    private @Nullable AtomicInteger countedIn;

    Job(Callable<T> work) {
      super(work);
    }

    synchronized void isLost(AtomicInteger lost) {
      if (ended.getCount() > 0) {
        countedIn = lost;
        lost.incrementAndGet();
      }
    }

    private synchronized void hasEnded() {
      ended.countDown();
      if (countedIn != null) {
        countedIn.decrementAndGet();
      }
    }

    @Override
    public void run() {
      try {
        super.run();
      } finally {
        hasEnded();
      }
    }
  }
}
