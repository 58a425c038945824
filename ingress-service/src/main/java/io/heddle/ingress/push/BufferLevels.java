package io.heddle.ingress.push;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * How many records wait in push topics. Records are counted, as positions also count the markers of
 * transactions and what was aborted: each count reads on from where the last one stopped, for a
 * short while. What it has not come to by then counts by its positions, which are never fewer. Safe
 * for use by several threads.
 */
public final class BufferLevels {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final ConsumerPool consumers;
  private final Duration patience;
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();

  /**
   * @param patience how long a count reads
   */
  public BufferLevels(ConsumerPool consumers, Duration patience) {
    this.consumers = consumers;
    this.patience = patience;
  }

  /**
   * The records that follow {@code from}.
   *
   * @param from null: everything that the topic holds counts
   * @throws io.heddle.problem.ProblemException when the topic cannot be looked at
   */
  long count(TopicDescription topic, @Nullable TopicPositions from) throws InterruptedException {
    Counter counter =
        counters.compute(
            topic.name(),
            (name, known) ->
                known == null || !known.topicId.equals(topic.topicId())
                    ? new Counter(topic.topicId())
                    : known);
    return consumers.look(consumer -> counter.count(consumer, topic, from));
  }

  /**
   * What was counted in one partition: the records between two positions.
   *
   * @param records between {@code low} and {@code high}
   */
  private record Counted(long low, long high, long records) {}

  private final class Counter {
    private final Uuid topicId;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, Counted> partitions = new HashMap<>();

    Counter(Uuid topicId) {
      this.topicId = topicId;
    }

    long count(
        Consumer<byte[], byte[]> consumer, TopicDescription topic, @Nullable TopicPositions from) {
      List<TopicPartition> all =
          topic.partitions().stream()
              .map(info -> new TopicPartition(topic.name(), info.partition()))
              .toList();
      consumer.assign(all);
      Map<TopicPartition, Long> oldest = consumer.beginningOffsets(all, ANSWER);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all, ANSWER);
      long deadline = System.nanoTime() + patience.toNanos();
      lock.lock();
      try {
        long count = 0;
        for (TopicPartition partition : all) {
          long floor = oldest.getOrDefault(partition, 0L);
          if (from != null) {
            floor = Math.max(floor, from.next().getOrDefault(partition.partition(), floor));
          }
          long end = Math.max(floor, ends.getOrDefault(partition, floor));
          count += count(consumer, partition, floor, end, deadline);
        }
        return count;
      } finally {
        lock.unlock();
      }
    }

    private long count(
        Consumer<byte[], byte[]> consumer,
        TopicPartition partition,
        long floor,
        long end,
        long deadline) {
      Counted known = partitions.getOrDefault(partition.partition(), new Counted(floor, floor, 0));
      // A head may have been reset, retention may have come, or much was ingested at once: then
      // what is left is sooner counted anew.
      if (floor < known.low() || floor > known.high() || floor - known.low() > end - floor) {
        known = new Counted(floor, floor, 0);
      }
      Counted passed = read(consumer, partition, known.low(), floor, deadline);
      Counted added = read(consumer, partition, known.high(), end, deadline);
      known =
          new Counted(
              passed.high(), added.high(), known.records() - passed.records() + added.records());
      partitions.put(partition.partition(), known);
      return Math.min(end - floor, known.records() + (end - known.high()));
    }

    /** Counts the records from one position to another, or as far as the time allows. */
    private static Counted read(
        Consumer<byte[], byte[]> consumer,
        TopicPartition partition,
        long start,
        long end,
        long deadline) {
      if (start >= end) {
        return new Counted(start, start, 0);
      }
      consumer.assign(List.of(partition));
      consumer.seek(partition, start);
      long records = 0;
      while (consumer.position(partition, ANSWER) < end && System.nanoTime() < deadline) {
        records +=
            consumer.poll(POLL).records(partition).stream()
                .filter(record -> record.offset() < end)
                .count();
      }
      return new Counted(start, Math.min(end, consumer.position(partition, ANSWER)), records);
    }
  }
}
