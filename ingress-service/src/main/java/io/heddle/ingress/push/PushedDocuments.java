package io.heddle.ingress.push;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The records of a range of a push topic, one after another. Not for several threads. */
public final class PushedDocuments {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Consumer<byte[], byte[]> consumer;
  private final PushRange range;
  private final long maxRecords;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final Deque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();
  private final SortedMap<Integer, Long> next;
  private long records;

  /**
   * @param maxRecords after so many the rest is left for the next ingest
   */
  public PushedDocuments(Consumer<byte[], byte[]> consumer, PushRange range, long maxRecords) {
    this.consumer = consumer;
    this.range = range;
    this.maxRecords = maxRecords;
    this.next = new TreeMap<>(range.start());
    range.start().keySet().forEach(p -> partitions.add(new TopicPartition(range.topic(), p)));
    consumer.assign(partitions);
    partitions.forEach(p -> consumer.seek(p, position(range.start(), p)));
  }

  /** The next record, or null at the end of the range or at the bound. */
  public @Nullable ConsumerRecord<byte[], byte[]> next() {
    while (records < maxRecords) {
      ConsumerRecord<byte[], byte[]> record = fetched.poll();
      if (record == null) {
        if (!fetch()) {
          return null;
        }
      } else if (record.offset() < position(range.end(), record.partition())) {
        records++;
        next.put(record.partition(), record.offset() + 1);
        return record;
      }
    }
    return null;
  }

  /**
   * Whether there may be more. Markers and aborted records take positions without being records.
   */
  private boolean fetch() {
    boolean done = true;
    for (TopicPartition partition : partitions) {
      long reached = Math.min(consumer.position(partition), position(range.end(), partition));
      next.merge(partition.partition(), reached, Math::max);
      if (reached >= position(range.end(), partition)) {
        consumer.pause(List.of(partition));
      } else {
        done = false;
      }
    }
    if (done) {
      return false;
    }
    consumer.poll(POLL).forEach(fetched::add);
    return true;
  }

  /** How many records were handed out. */
  public long records() {
    return records;
  }

  /** Whether the range has more than the bound allowed. */
  public boolean hasMore() {
    return !next.equals(range.end());
  }

  /** Where the next ingest goes on. */
  public TopicPositions positions() {
    return new TopicPositions(range.topicId(), next);
  }

  private static long position(SortedMap<Integer, Long> positions, TopicPartition partition) {
    return position(positions, partition.partition());
  }

  private static long position(SortedMap<Integer, Long> positions, int partition) {
    return positions.getOrDefault(partition, 0L);
  }
}
