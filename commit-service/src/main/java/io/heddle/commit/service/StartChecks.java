package io.heddle.commit.service;

import io.heddle.kafka.TopicCheck;
import io.heddle.kafka.TopicMismatchException;
import io.heddle.message.Topics;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.StoreProbe;
import io.heddle.process.DataFolder;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure before anything is read that the folder is ours alone, the store honours conditions
 * and the topics are fit for work; otherwise the service does not start.
 */
@Singleton
public class StartChecks {
  private static final Logger log = LoggerFactory.getLogger(StartChecks.class);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final DataFolder folder;
  private final ObjectStore store;
  private final Admin admin;
  private final Map<String, Object> broker;
  private final Topics topics;
  private final Duration patience;
  private volatile int partitions;

  public StartChecks(
      DataFolder folder,
      ObjectStore store,
      Admin admin,
      @Identifier("default-kafka-broker") Map<String, Object> broker,
      Topics topics,
      CommitConfig config) {
    this.folder = folder;
    this.store = store;
    this.admin = admin;
    this.broker = broker;
    this.topics = topics;
    this.patience = config.startPatience();
  }

  /** How many partitions the topics keyed by dataset have. */
  public int partitions() {
    return partitions;
  }

  /** Before the channels, which start without a priority of their own. */
  void start(@Observes @Priority(1) StartupEvent event) throws InterruptedException {
    log.atInfo().addKeyValue("folder", folder.path()).log("The data folder is ours");
    patiently(this::tryStore);
    patiently(this::tryTopics);
  }

  /** Why it may work later; empty when it works. */
  private Optional<ConfigurationException> tryStore() {
    return switch (StoreProbe.probe(store)) {
      case StoreProbe.Finding.Usable usable -> Optional.empty();
      case StoreProbe.Finding.Unsafe(String explanation) -> throw StartRefusal.because(explanation);
      case StoreProbe.Finding.NotReached missed -> {
        ConfigurationException refusal = StartRefusal.because(missed.explanation());
        if (!missed.mayPass()) {
          throw refusal;
        }
        yield Optional.of(refusal);
      }
    };
  }

  private Optional<ConfigurationException> tryTopics() {
    try {
      partitions = TopicCheck.datasetPartitions(admin, topics);
      return Optional.empty();
    } catch (TopicMismatchException e) {
      throw StartRefusal.because(e);
    } catch (KafkaException | IllegalStateException e) {
      return Optional.of(StartRefusal.ofBroker(broker, e));
    }
  }

  private void patiently(Supplier<Optional<ConfigurationException>> attempt)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<ConfigurationException> refusal = attempt.get();
      if (refusal.isEmpty()) {
        return;
      }
      if (System.nanoTime() > end) {
        throw refusal.get();
      }
      Thread.sleep(LOOK_AGAIN);
    }
  }
}
