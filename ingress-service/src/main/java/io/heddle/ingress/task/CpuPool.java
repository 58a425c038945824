package io.heddle.ingress.task;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A few platform threads for work that keeps a processor busy: reading, SQL, encoding. */
public final class CpuPool implements AutoCloseable {
  private static final long CLOSE_SECONDS = 5;

  private final ExecutorService threads;

  public CpuPool(int size) {
    threads =
        Executors.newFixedThreadPool(
            size, Thread.ofPlatform().name("heddle-rows-", 0).daemon().factory());
  }

  /** Runs {@code work} and waits for it. When interrupted, the work ends before this returns. */
  <T> T run(Callable<T> work) throws InterruptedException {
    Future<T> future = threads.submit(work);
    try {
      return future.get();
    } catch (InterruptedException e) {
      awaitEnd(future);
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

  /** The work uses the task's folder and memory, which are taken from it right afterwards. */
  private static void awaitEnd(Future<?> future) {
    try {
      future.get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      future.cancel(true);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
