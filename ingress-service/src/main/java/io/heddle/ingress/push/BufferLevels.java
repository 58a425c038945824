package io.heddle.ingress.push;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * How many records wait in push topics. Records are counted, as positions also count the markers of
 * transactions and what was aborted: each count reads on from where the last one stopped. Safe for
 * use by several threads.
 */
public final class BufferLevels implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();

  /**
   * @param consumers gives new consumers, which read committed and have no group
   */
  public BufferLevels(Supplier<Consumer<byte[], byte[]>> consumers) {
    this.consumers = consumers;
  }

  /**
   * The records that follow {@code from}.
   *
   * @param from null: everything that the topic holds counts
   */
  long count(TopicDescription topic, @Nullable TopicPositions from) {
    String key = topic.name() + "/" + topic.topicId();
    return counters.computeIfAbsent(key, name -> new Counter(consumers.get(), topic)).count(from);
  }

  private static final class Counter {
    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Map<Integer, Deque<Long>> waiting = new HashMap<>();
    private final Map<TopicPartition, Long> floor = new HashMap<>();

    Counter(Consumer<byte[], byte[]> consumer, TopicDescription topic) {
      this.consumer = consumer;
      for (TopicPartitionInfo info : topic.partitions()) {
        partitions.add(new TopicPartition(topic.name(), info.partition()));
        waiting.put(info.partition(), new ArrayDeque<>());
      }
      consumer.assign(partitions);
    }

    synchronized long count(@Nullable TopicPositions from) {
      Map<TopicPartition, Long> oldest = consumer.beginningOffsets(partitions);
      start(oldest, from);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          waitingIn(record.partition()).add(record.offset());
        }
      }
      long count = 0;
      for (TopicPartition partition : partitions) {
        Deque<Long> offsets = waitingIn(partition.partition());
        long first = first(partition, oldest, from);
        while (!offsets.isEmpty() && offsets.getFirst() < first) {
          offsets.removeFirst();
        }
        count += offsets.size();
      }
      return count;
    }

    /** Begins anew where records count again that were behind: a dataset's head was reset. */
    private void start(Map<TopicPartition, Long> oldest, @Nullable TopicPositions from) {
      for (TopicPartition partition : partitions) {
        long first = first(partition, oldest, from);
        if (first < floor.getOrDefault(partition, Long.MAX_VALUE)) {
          waitingIn(partition.partition()).clear();
          consumer.seek(partition, first);
        }
        floor.put(partition, first);
      }
    }

    private static long first(
        TopicPartition partition, Map<TopicPartition, Long> oldest, @Nullable TopicPositions from) {
      long first = oldest.getOrDefault(partition, 0L);
      return from == null
          ? first
          : Math.max(first, from.next().getOrDefault(partition.partition(), first));
    }

    private Deque<Long> waitingIn(int partition) {
      return waiting.computeIfAbsent(partition, p -> new ArrayDeque<>());
    }

    synchronized void close() {
      consumer.close();
    }
  }

  @Override
  public void close() {
    counters.values().forEach(Counter::close);
    counters.clear();
  }
}
