package io.heddle.merge.service;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.Counter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Looks whether topics lost records before they were read, which their retention does to them after
 * a long outage. Reading goes on behind the gap, since every ingestion in it is offered again from
 * its source; that it is there is an alarm nevertheless.
 */
final class LostRecords {
  private static final Logger LOG = Logger.getLogger(LostRecords.class);

  private final Admin admin;
  private final String group;
  private final Set<String> topics;
  private final Counter lost;

  /**
   * @param group the consumer group of their reader
   * @param lost counts offsets that are gone
   */
  LostRecords(Admin admin, String group, Set<String> topics, Counter lost) {
    this.admin = admin;
    this.group = group;
    this.topics = Set.copyOf(topics);
    this.lost = lost;
  }

  /**
   * Raises the alarm for what is gone now.
   *
   * @return how many offsets are gone, by partition; only those with any
   * @throws KafkaException when the broker does not answer
   */
  Map<TopicPartition, Long> look() throws InterruptedException {
    try {
      Map<TopicPartition, Long> next = new HashMap<>();
      admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach(
              (partition, position) -> {
                if (position != null && topics.contains(partition.topic())) {
                  next.put(partition, position.offset());
                }
              });
      Map<TopicPartition, Long> gone = new HashMap<>();
      admin
          .listOffsets(
              next.keySet().stream()
                  .collect(toMap(partition -> partition, partition -> OffsetSpec.earliest())))
          .all()
          .get()
          .forEach(
              (partition, earliest) -> {
                long missing = earliest.offset() - next.getOrDefault(partition, 0L);
                if (missing > 0) {
                  gone.put(partition, missing);
                }
              });
      gone.forEach(this::raise);
      return gone;
    } catch (ExecutionException e) {
      throw new KafkaException("cannot look for lost records", e.getCause());
    }
  }

  private void raise(TopicPartition partition, long missing) {
    lost.increment(missing);
    LOG.errorf(
        "records were deleted before they were read: topic=%s partition=%d offsets=%d;"
            + " retention is too short for such an outage",
        partition.topic(), partition.partition(), missing);
  }
}
