package io.heddle.ingress.push;

import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.PushHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Checks receipts against the topics: whether they were given, and what was not taken of them. */
public final class Receipts {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final int MOST_SHOWN = 20;

  private final ConsumerPool consumers;
  private final String deadLetters;
  private final Duration patience;

  /**
   * @param deadLetters the topic of dead letters
   * @param patience how long dead letters are looked through
   */
  public Receipts(ConsumerPool consumers, String deadLetters, Duration patience) {
    this.consumers = consumers;
    this.deadLetters = deadLetters;
    this.patience = patience;
  }

  /** A record of a push that could not be taken. */
  public record Letter(int partition, long offset, String code, String reason) {}

  /**
   * The records of a push that could not be taken.
   *
   * @param count how many were found
   * @param all whether there was time to look through all dead letters since
   * @param first some of them
   */
  public record Letters(long count, boolean all, List<Letter> first) {
    static final Letters NONE = new Letters(0, true, List.of());
  }

  /**
   * Whether a push got the receipt: the records at its ends are those of its body. Of one whose
   * records the topic no longer holds that cannot be told, and it counts as given.
   */
  boolean wasGiven(TopicDescription topic, Receipt receipt) throws InterruptedException {
    if (receipt.partition() >= topic.partitions().size()
        || receipt.firstOffset() > receipt.lastOffset()) {
      return false;
    }
    TopicPartition partition = new TopicPartition(topic.name(), receipt.partition());
    return consumers.look(
        consumer -> {
          consumer.assign(List.of(partition));
          long oldest = only(consumer.beginningOffsets(List.of(partition), ANSWER));
          long end = only(consumer.endOffsets(List.of(partition), ANSWER));
          if (receipt.lastOffset() >= end) {
            return false;
          }
          if (receipt.lastOffset() < oldest) {
            return true;
          }
          return holds(consumer, partition, receipt.lastOffset(), receipt, true)
              && (receipt.firstOffset() < oldest
                  || holds(consumer, partition, receipt.firstOffset(), receipt, false));
        });
  }

  private static long only(Map<TopicPartition, Long> offsets) {
    return offsets.values().iterator().next();
  }

  private static boolean holds(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      long offset,
      Receipt receipt,
      boolean last) {
    ConsumerRecord<byte[], byte[]> record = at(consumer, partition, offset);
    if (record == null) {
      return false;
    }
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    boolean timely =
        record.timestampType() != TimestampType.CREATE_TIME
            || record.timestamp() == receipt.receivedAt().toEpochMilli();
    return timely
        && receipt.body().equals(headers.get(PushHeaders.BODY))
        && (!last || headers.containsKey(PushHeaders.BODY_END));
  }

  /** The record at a position; null when there is none. */
  private static @Nullable ConsumerRecord<byte[], byte[]> at(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, long offset) {
    consumer.seek(partition, offset);
    long deadline = System.nanoTime() + ANSWER.toNanos();
    while (consumer.position(partition, ANSWER) <= offset && System.nanoTime() < deadline) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
        return record.offset() == offset ? record : null;
      }
    }
    return null;
  }

  /** The dead letters among the records of a receipt. */
  Letters letters(String topic, Receipt receipt) throws InterruptedException {
    return consumers.look(consumer -> letters(consumer, topic, receipt));
  }

  private Letters letters(Consumer<byte[], byte[]> consumer, String topic, Receipt receipt) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(deadLetters, ANSWER).stream()
            .map(info -> new TopicPartition(deadLetters, info.partition()))
            .toList();
    // A dead letter has the time of its record.
    Map<TopicPartition, Long> since = new HashMap<>();
    partitions.forEach(p -> since.put(p, receipt.receivedAt().toEpochMilli()));
    Map<TopicPartition, Long> starts = new HashMap<>();
    for (Map.Entry<TopicPartition, OffsetAndTimestamp> found :
        consumer.offsetsForTimes(since, ANSWER).entrySet()) {
      if (found.getValue() != null) {
        starts.put(found.getKey(), found.getValue().offset());
      }
    }
    consumer.assign(starts.keySet());
    Map<TopicPartition, Long> ends = consumer.endOffsets(starts.keySet(), ANSWER);
    starts.forEach(consumer::seek);
    long deadline = System.nanoTime() + patience.toNanos();
    List<Letter> first = new ArrayList<>();
    long count = 0;
    while (isBehind(consumer, ends)) {
      if (System.nanoTime() > deadline) {
        return new Letters(count, false, first);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        Map<String, String> headers = KafkaRecords.toTexts(record.headers());
        if (isOf(headers, topic, receipt)) {
          count++;
          if (first.size() < MOST_SHOWN) {
            first.add(
                new Letter(
                    receipt.partition(),
                    Long.parseLong(headers.getOrDefault(DeadLetters.OFFSET, "-1")),
                    headers.getOrDefault(DeadLetters.CODE, ""),
                    headers.getOrDefault(DeadLetters.REASON, "")));
          }
        }
      }
    }
    return new Letters(count, true, first);
  }

  private static boolean isBehind(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey(), ANSWER) < end.getValue());
  }

  private static boolean isOf(Map<String, String> headers, String topic, Receipt receipt) {
    String offset = headers.get(DeadLetters.OFFSET);
    if (offset == null
        || !offset.matches("\\d{1,18}")
        || !topic.equals(headers.get(DeadLetters.TOPIC))
        || !Integer.toString(receipt.partition()).equals(headers.get(DeadLetters.PARTITION))) {
      return false;
    }
    long position = Long.parseLong(offset);
    return position >= receipt.firstOffset()
        && position <= receipt.lastOffset()
        && receipt.body().equals(headers.getOrDefault(PushHeaders.BODY, receipt.body()));
  }
}
