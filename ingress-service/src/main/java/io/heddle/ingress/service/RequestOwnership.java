package io.heddle.ingress.service;

import io.heddle.ingress.task.Delivery;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions of the requests are this process's, and since when: a task that another process
 * took over is stopped here, and what this process offers carries the generation of its consumer
 * group, which grows with each change of hands. Called on the thread that polls.
 */
@ApplicationScoped
@Identifier(IngestRequests.CHANNEL) // how the channel finds it
public class RequestOwnership implements KafkaConsumerRebalanceListener {
  private static final Logger log = LoggerFactory.getLogger(RequestOwnership.class);

  private final IngressService service;
  private final Map<Integer, Long> endsBefore = new ConcurrentHashMap<>();
  private final Set<Integer> owned = ConcurrentHashMap.newKeySet();
  private volatile long epoch;

  RequestOwnership(IngressService service) {
    this.service = service;
  }

  /**
   * How a record came here. The epoch is greater than that of any process that had the partition
   * before; whatever lay in it when it was taken over may have been handled by one of those.
   */
  Delivery delivery(ConsumerRecord<?, ?> record) {
    long endBefore = endsBefore.getOrDefault(record.partition(), Long.MAX_VALUE);
    return new Delivery(record.partition(), epoch, record.offset() < endBefore);
  }

  /** Whether the record's partition is still this process's. */
  boolean isOurs(ConsumerRecord<?, ?> record) {
    return owned.contains(record.partition());
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    epoch = consumer.groupMetadata().generationId();
    partitions.forEach(partition -> endsBefore.remove(partition.partition()));
    partitions.forEach(partition -> owned.add(partition.partition()));
    try {
      consumer
          .endOffsets(partitions)
          .forEach((partition, end) -> endsBefore.put(partition.partition(), end));
    } catch (KafkaException e) {
      log.warn(
          "The ends of partitions={} are not known, all they hold may be repeated", partitions, e);
    }
    log.info("Requests are taken over partitions={} epoch={}", partitions, epoch);
  }

  @Override
  public void onPartitionsRevoked(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    leave(partitions);
  }

  @Override
  public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    leave(partitions);
  }

  private void leave(Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> owned.remove(partition.partition()));
    partitions.forEach(partition -> service.runner().leave(partition.partition()));
  }
}
