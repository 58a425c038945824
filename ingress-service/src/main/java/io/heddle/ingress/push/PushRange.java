package io.heddle.ingress.push;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * What an ingest takes from a push topic: from the source state to the last stable offset as of its
 * start.
 *
 * @param start the first position of each partition, and what was taken beyond
 * @param end the position of each partition at which reading is done
 */
public record PushRange(String topic, TopicPositions start, SortedMap<Integer, Long> end) {

  /**
   * @param consumer reads committed, so that its ends are last stable offsets; gets the topic's
   *     partitions assigned
   * @param from null: everything that the topic holds
   * @throws IngestException (DataLost) when the topic no longer holds what follows {@code from}
   */
  public static PushRange between(
      Consumer<byte[], byte[]> consumer, TopicDescription topic, @Nullable TopicPositions from) {
    String topicId = topic.topicId().toString();
    if (from != null && !from.topicId().equals(topicId)) {
      throw new IngestException(
          FailureKind.DataLost,
          "topic %s was made anew: the dataset holds %s of the old one (id %s), and what followed there is"
                  .formatted(topic.name(), from.next(), from.topicId())
              + " gone. Push to a source of another name, whose topic and state are its own",
          Map.of("topic", topic.name(), "positions", from.next().toString()));
    }
    List<TopicPartition> partitions = new ArrayList<>();
    for (TopicPartitionInfo info : topic.partitions()) {
      partitions.add(new TopicPartition(topic.name(), info.partition()));
    }
    // Offsets of partitions that are not assigned come with a warning each.
    consumer.assign(partitions);
    Map<TopicPartition, Long> oldest = consumer.beginningOffsets(partitions);
    Map<TopicPartition, Long> newest = consumer.endOffsets(partitions);
    SortedMap<Integer, Long> start = new TreeMap<>();
    SortedMap<Integer, Long> end = new TreeMap<>();
    for (TopicPartition partition : partitions) {
      long first = oldest.getOrDefault(partition, 0L);
      long last = newest.getOrDefault(partition, first);
      long position = from == null ? first : from.next().getOrDefault(partition.partition(), first);
      if (position < first) {
        throw lost(partition, position, first - 1);
      }
      if (position > last) {
        throw lost(partition, last, position - 1);
      }
      start.put(partition.partition(), position);
      end.put(partition.partition(), last);
    }
    return new PushRange(
        topic.name(),
        new TopicPositions(topicId, start, from == null ? new TreeMap<>() : from.taken()),
        end);
  }

  private static IngestException lost(TopicPartition partition, long first, long last) {
    return new IngestException(
        FailureKind.DataLost,
        "%s no longer holds the records %d to %d, which were not ingested. Push them again, and what"
                .formatted(partition, first, last)
            + " follows, to a source of another name, whose topic and state are its own",
        Map.of(
            "topic",
            partition.topic(),
            "partition",
            partition.partition(),
            "firstOffset",
            first,
            "lastOffset",
            last));
  }

  /** The same as far as {@code until} at most. */
  public PushRange upTo(SortedMap<Integer, Long> until) {
    SortedMap<Integer, Long> bounded = new TreeMap<>();
    end.forEach(
        (partition, last) ->
            bounded.put(partition, Math.min(last, until.getOrDefault(partition, 0L))));
    return new PushRange(topic, start, bounded);
  }

  /** A part of one partition, whatever of it was taken. */
  PushRange part(int partition, long first, long end) {
    SortedMap<Integer, Long> from = new TreeMap<>();
    from.put(partition, first);
    SortedMap<Integer, Long> to = new TreeMap<>();
    to.put(partition, end);
    return new PushRange(topic, new TopicPositions(start.topicId(), from), to);
  }

  public boolean isEmpty() {
    return start.next().equals(end);
  }
}
