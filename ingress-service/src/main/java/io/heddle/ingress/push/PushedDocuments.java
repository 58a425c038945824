package io.heddle.ingress.push;

import io.heddle.message.PushHeaders;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The records of a range of a push topic, one after another, but for those that were taken already.
 * Not for several threads.
 */
public final class PushedDocuments {
  private static final Duration POLL = Duration.ofMillis(200);

  /** How long the broker may give nothing before the rest is not waited for. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Consumer<byte[], byte[]> consumer;
  private final PushRange range;
  private final Predicate<ConsumerRecord<byte[], byte[]>> wanted;
  private final Duration patience;
  private long maxRecords;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final Deque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();
  private final SortedMap<Integer, Long> next;
  private long records;
  private long reachedInAll = -1;
  private long lastProgress;

  /**
   * @param wanted which records are handed out; the others are passed over
   * @param maxRecords after so many the rest is left for the next ingest
   */
  public PushedDocuments(
      Consumer<byte[], byte[]> consumer,
      PushRange range,
      Predicate<ConsumerRecord<byte[], byte[]>> wanted,
      long maxRecords) {
    this(consumer, range, wanted, maxRecords, PATIENCE);
  }

  /**
   * @param patience how long the broker may give nothing
   */
  PushedDocuments(
      Consumer<byte[], byte[]> consumer,
      PushRange range,
      Predicate<ConsumerRecord<byte[], byte[]>> wanted,
      long maxRecords,
      Duration patience) {
    this.consumer = consumer;
    this.range = range;
    this.wanted = wanted;
    this.maxRecords = maxRecords;
    this.patience = patience;
    this.next = new TreeMap<>(range.start().next());
    next.keySet().forEach(p -> partitions.add(new TopicPartition(range.topic(), p)));
    consumer.assign(partitions);
    consumer.resume(partitions);
    partitions.forEach(p -> consumer.seek(p, position(next, p.partition())));
  }

  /**
   * @param maxRecords after so many the rest is left for the next ingest
   */
  public PushedDocuments(Consumer<byte[], byte[]> consumer, PushRange range, long maxRecords) {
    this(consumer, range, record -> true, maxRecords);
  }

  /**
   * The next record, or null at the end of the range or at the bound.
   *
   * @throws IngestException (Unreachable) when the broker gives nothing of the range for long
   */
  public @Nullable ConsumerRecord<byte[], byte[]> next() {
    while (records < maxRecords) {
      ConsumerRecord<byte[], byte[]> record = fetched.poll();
      if (record == null) {
        if (!fetch()) {
          return null;
        }
      } else if (record.offset() < position(range.end(), record.partition())) {
        next.put(record.partition(), record.offset() + 1);
        if (wanted.test(record)
            && !range.start().isBehind(record.partition(), record.offset(), bodyOf(record))) {
          records++;
          return record;
        }
      }
    }
    return null;
  }

  /** The id of the body that a message is a part of. */
  static @Nullable String bodyOf(ConsumerRecord<byte[], byte[]> message) {
    return header(message, PushHeaders.BODY);
  }

  static @Nullable String header(ConsumerRecord<byte[], byte[]> message, String name) {
    Header header = message.headers().lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /**
   * Whether there may be more. Markers and aborted records take positions without being records.
   */
  private boolean fetch() {
    boolean done = true;
    long inAll = 0;
    for (TopicPartition partition : partitions) {
      long end = position(range.end(), partition.partition());
      long reached = Math.min(consumer.position(partition), end);
      inAll += reached;
      next.merge(partition.partition(), reached, Math::max);
      if (reached >= end) {
        consumer.pause(List.of(partition));
      } else {
        done = false;
      }
    }
    if (done) {
      return false;
    }
    requireProgress(inAll);
    consumer.poll(POLL).forEach(fetched::add);
    return true;
  }

  /** Who waits here keeps a thread from others. */
  private void requireProgress(long inAll) {
    long now = System.nanoTime();
    if (inAll != reachedInAll) {
      reachedInAll = inAll;
      lastProgress = now;
    } else if (now - lastProgress > patience.toNanos()) {
      throw new IngestException(
          FailureKind.Unreachable,
          "the broker gives no records of %s behind the positions %s since %d s; look at its health, then trigger again"
              .formatted(range.topic(), next, patience.toSeconds()));
    }
  }

  /** Leaves the rest for the next ingest. */
  public void endHere() {
    maxRecords = records;
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
    return new TopicPositions(range.start().topicId(), next, range.start().taken());
  }

  private static long position(SortedMap<Integer, Long> positions, int partition) {
    return positions.getOrDefault(partition, 0L);
  }
}
