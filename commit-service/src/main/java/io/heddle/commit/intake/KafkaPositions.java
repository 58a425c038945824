package io.heddle.commit.intake;

import io.heddle.commit.decision.Position;
import io.heddle.commit.decision.Positions;
import io.heddle.message.Topics;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits positions to the consumer group, soon after they moved. */
@ApplicationScoped
public class KafkaPositions implements Positions, CommittedPositions {
  private static final Logger log = LoggerFactory.getLogger(KafkaPositions.class);
  private static final long PERIOD_MILLIS = 500;

  /** Longer than the consumer itself waits for the broker. */
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(90);

  private final String topic;
  private final KafkaClientService clients;
  private final Map<Integer, Position> moved = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> committed = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("commit-positions").daemon().factory());

  public KafkaPositions(Topics topics, KafkaClientService clients) {
    this.topic = topics.commitRequests();
    this.clients = clients;
  }

  @PostConstruct
  void start() {
    timer.scheduleWithFixedDelay(this::commit, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void stop() {
    timer.shutdownNow();
  }

  @Override
  public void moved(int partition, Position position) {
    moved.put(partition, position);
  }

  @Override
  public Position of(int partition) {
    TopicPartition asked = new TopicPartition(topic, partition);
    return PositionText.read(
        clients
            .getConsumer(CommitRequests.CHANNEL)
            .committed(asked)
            .await()
            .atMost(ANSWER_WITHIN)
            .get(asked));
  }

  /** The latest position that is not committed yet, which is given up with the partition. */
  Map<TopicPartition, OffsetAndMetadata> takeFor(Iterable<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> taken = new HashMap<>();
    for (TopicPartition partition : partitions) {
      Position position = moved.remove(partition.partition());
      if (position != null && PositionText.fits(position)) {
        taken.put(partition, PositionText.write(position));
      }
    }
    return taken;
  }

  /** Forgets partitions that are no longer ours. */
  void forget(Collection<TopicPartition> partitions) {
    partitions.forEach(committed::remove);
  }

  /** The offsets that were committed last, of the partitions that are ours. */
  Map<TopicPartition, Long> committed() {
    return Map.copyOf(committed);
  }

  private void commit() {
    try {
      List<TopicPartition> partitions =
          moved.keySet().stream().map(number -> new TopicPartition(topic, number)).toList();
      Map<TopicPartition, OffsetAndMetadata> positions = takeFor(partitions);
      if (!positions.isEmpty()) {
        clients
            .getConsumer(CommitRequests.CHANNEL)
            .commit(positions)
            .subscribe()
            .with(
                done -> positions.forEach((partition, at) -> committed.put(partition, at.offset())),
                failure -> log.debug("Positions were not committed", failure));
      }
    } catch (RuntimeException e) {
      // The next position is committed all the same; until then more would be read again.
      log.debug("Positions were not committed", e);
    }
  }
}
