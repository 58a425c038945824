package io.heddle.kafka;

import static java.util.stream.Collectors.toMap;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether topics lost records before they were read, which their retention does to them after
 * a long outage. Their reader goes on behind the gap; that it is there is an alarm nevertheless,
 * raised once for each offset as long as the process lives.
 */
public final class LostRecords {
  private static final Logger log = LoggerFactory.getLogger(LostRecords.class);

  private final Admin admin;
  private final String group;
  private final Set<String> topics;
  private final LongConsumer lost;

  /** Up to where the alarm has been raised. */
  private final Map<TopicPartition, Long> raised = new ConcurrentHashMap<>();

  /**
   * @param group the consumer group of their reader
   * @param lost takes how many offsets are found to be gone
   */
  public LostRecords(Admin admin, String group, Set<String> topics, LongConsumer lost) {
    this.admin = admin;
    this.group = group;
    this.topics = Set.copyOf(topics);
    this.lost = lost;
  }

  /**
   * Raises the alarm for what has gone since the last look. To be called before anything is read,
   * since reading leaves no trace of a gap, and now and then afterwards.
   *
   * @throws KafkaException when the broker does not answer
   */
  public void look() throws InterruptedException {
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
      admin
          .listOffsets(
              next.keySet().stream()
                  .collect(toMap(partition -> partition, partition -> OffsetSpec.earliest())))
          .all()
          .get()
          .forEach(
              (partition, earliest) ->
                  compare(partition, next.getOrDefault(partition, 0L), earliest.offset()));
    } catch (ExecutionException e) {
      throw new KafkaException("cannot look for lost records", e.getCause());
    }
  }

  private void compare(TopicPartition partition, long position, long earliest) {
    long missing = earliest - Math.max(position, raised.getOrDefault(partition, 0L));
    if (missing > 0) {
      raised.put(partition, earliest);
      lost.accept(missing);
      log.atError()
          .addKeyValue("topic", partition.topic())
          .addKeyValue("partition", partition.partition())
          .addKeyValue("offset", position)
          .addKeyValue("offsets", missing)
          .log("Records were deleted before they were read: retention is too short for the outage");
    }
  }
}
