package io.heddle.commit.service;

import io.heddle.kafka.TopicCheck;
import io.heddle.kafka.TopicMismatchException;
import io.heddle.message.Topics;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.StoreProbe;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Makes sure before anything is read that the store honours conditions and the topics are fit for
 * work; otherwise the service does not start.
 */
@Singleton
public class StartChecks {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final ObjectStore store;
  private final Admin admin;
  private final Topics topics;
  private final Duration patience;
  private volatile int partitions;

  public StartChecks(ObjectStore store, Admin admin, Topics topics, CommitConfig config) {
    this.store = store;
    this.admin = admin;
    this.topics = topics;
    this.patience = config.startPatience();
  }

  /** How many partitions the topics keyed by dataset have. */
  public int partitions() {
    return partitions;
  }

  /** Before the channels, which start without a priority of their own. */
  void start(@Observes @Priority(1) StartupEvent event) throws InterruptedException {
    patiently("the object store", this::tryStore);
    patiently("the broker", this::tryTopics);
  }

  private Optional<RuntimeException> tryStore() {
    return switch (StoreProbe.probe(store)) {
      case StoreProbe.Finding.Usable usable -> Optional.empty();
      case StoreProbe.Finding.Unsafe(String explanation) ->
          throw new IllegalStateException(explanation);
      case StoreProbe.Finding.NotReached(var cause) -> Optional.of(cause);
    };
  }

  private Optional<RuntimeException> tryTopics() {
    try {
      partitions = TopicCheck.datasetPartitions(admin, topics);
      return Optional.empty();
    } catch (TopicMismatchException e) {
      throw e;
    } catch (KafkaException | IllegalStateException e) {
      return Optional.of(e);
    }
  }

  private void patiently(String what, Supplier<Optional<RuntimeException>> attempt)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<RuntimeException> failure = attempt.get();
      if (failure.isEmpty()) {
        return;
      }
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "cannot reach %s: %s".formatted(what, failure.get().getMessage()), failure.get());
      }
      Thread.sleep(LOOK_AGAIN);
    }
  }
}
