package io.heddle.commit.decision;

import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStoreException;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Tries again what the store fails. While the store is away it is waited for, however long that
 * takes; one that answers others and only fails this dataset is tried for a bounded time.
 */
final class StoreTries {
  private final DatasetId dataset;
  private final String decisionId;
  private final DeskTools tools;

  /**
   * @param decisionId what the tries are for
   */
  StoreTries(DatasetId dataset, String decisionId, DeskTools tools) {
    this.dataset = dataset;
    this.decisionId = decisionId;
    this.tools = tools;
  }

  /**
   * What {@code work} gives, as soon as the store does not fail it.
   *
   * @param signOfLife run at each failure
   * @param givenUp what it is instead when the store, although it answers, has failed it too long
   * @throws InterruptedException when the decision is no longer ours
   */
  <T> T get(Supplier<T> work, Runnable signOfLife, Function<ObjectStoreException, T> givenUp)
      throws InterruptedException {
    Backoff backoff = new Backoff();
    Instant answeredOthersSince = tools.clock().instant();
    while (true) {
      try {
        return work.get();
      } catch (ObjectStoreException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw noLongerOurs();
        }
        signOfLife.run();
        tools.events().waiting(dataset, decisionId, e);
        Instant now = tools.clock().instant();
        if (!tools.store().answers()) {
          answeredOthersSince = now;
        } else if (!now.isBefore(answeredOthersSince.plus(tools.storePatience()))) {
          return givenUp.apply(e);
        }
        if (!backoff.pause()) {
          throw noLongerOurs();
        }
      }
    }
  }

  static InterruptedException noLongerOurs() {
    return new InterruptedException("the decision is no longer ours");
  }
}
