package io.heddle.kafka;

import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Deletes what a topic's one reader is done with, since the topics that carry rows would fill the
 * disks otherwise. Nothing beyond the reader's committed position is ever deleted.
 */
public final class TopicTrimmer {
  private final Admin admin;
  private final String topic;
  private final String group;

  /**
   * @param group the consumer group of the reader
   */
  public TopicTrimmer(Admin admin, String topic, String group) {
    this.admin = admin;
    this.topic = topic;
    this.group = group;
  }

  /**
   * Deletes records that the reader has behind it and that are older than {@code limit}.
   *
   * @return up to where, for each partition in which something may have been deleted
   * @throws KafkaException when the broker does not do as asked
   */
  public Map<TopicPartition, Long> trim(Instant limit) throws InterruptedException {
    try {
      Map<TopicPartition, Long> read = read();
      Map<TopicPartition, Long> firstYoung = firstSince(read, limit);
      Map<TopicPartition, Long> ends = new HashMap<>();
      read.forEach(
          (partition, position) -> {
            long young = firstYoung.getOrDefault(partition, -1L);
            long end = young < 0 ? position : Math.min(position, young);
            if (end > 0) {
              ends.put(partition, end);
            }
          });
      admin
          .deleteRecords(
              ends.entrySet().stream()
                  .collect(
                      toMap(
                          Map.Entry::getKey, end -> RecordsToDelete.beforeOffset(end.getValue()))))
          .all()
          .get();
      return ends;
    } catch (ExecutionException e) {
      throw new KafkaException("cannot trim topic " + topic, e.getCause());
    }
  }

  private Map<TopicPartition, Long> read() throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    Map<TopicPartition, Long> read = new HashMap<>();
    committed.forEach(
        (partition, position) -> {
          if (partition.topic().equals(topic) && position != null) {
            read.put(partition, position.offset());
          }
        });
    return read;
  }

  /** The first offsets that are not older; -1 where all records are. */
  private Map<TopicPartition, Long> firstSince(Map<TopicPartition, Long> partitions, Instant limit)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, ListOffsetsResultInfo> found =
        admin
            .listOffsets(
                partitions.keySet().stream()
                    .collect(
                        toMap(
                            partition -> partition,
                            partition -> OffsetSpec.forTimestamp(limit.toEpochMilli()))))
            .all()
            .get();
    Map<TopicPartition, Long> offsets = new HashMap<>();
    found.forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }
}
