package io.heddle.merge.aggregate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Results of background work that is done. */
final class Futures {
  private Futures() {}

  /**
   * @throws ExecutionException when the work failed
   */
  static <T> T get(CompletableFuture<T> done) throws ExecutionException {
    try {
      return done.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted although there was nothing to wait for", e);
    }
  }
}
