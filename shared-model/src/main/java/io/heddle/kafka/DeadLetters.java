package io.heddle.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.message.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Records that could not be understood: unchanged in key, value, headers and timestamp, with the
 * reason and the original position in headers of SmallRye's dialect.
 *
 * <p>A record that is too large to be written once more (a compressed one may be much larger than
 * any topic takes) leaves out its value, then its headers, then its key, until it fits; {@link
 * #LEFT_OUT_BYTES} says that something was left out, and the position says where it lies.
 */
public final class DeadLetters {
  public static final String REASON = "dead-letter-reason";
  public static final String TOPIC = "dead-letter-topic";
  public static final String PARTITION = "dead-letter-partition";
  public static final String OFFSET = "dead-letter-offset";

  /** Ours: the kind of failure, for programs. */
  public static final String CODE = "dead-letter-code";

  /** Ours: only on a record that did not fit; how many bytes of it were left out. */
  public static final String LEFT_OUT_BYTES = "dead-letter-left-out-bytes";

  private static final int LONGEST_REASON = 2_000;

  private DeadLetters() {}

  /** The dead letter for a record. */
  public static ProducerRecord<byte[], byte[]> of(
      ConsumerRecord<byte[], byte[]> record, Topics topics, String code, String reason) {
    return of(
        record.key(),
        record.value(),
        record.headers(),
        record.timestamp(),
        new TopicPartition(record.topic(), record.partition()),
        record.offset(),
        topics,
        code,
        reason);
  }

  /** The dead letter for a record that is known by its parts. */
  public static ProducerRecord<byte[], byte[]> of(
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers,
      long timestamp,
      TopicPartition partition,
      long offset,
      Topics topics,
      String code,
      String reason) {
    RecordHeaders added = new RecordHeaders();
    added.add(CODE, code.getBytes(UTF_8));
    added.add(REASON, shortened(reason).getBytes(UTF_8));
    added.add(TOPIC, partition.topic().getBytes(UTF_8));
    added.add(PARTITION, Integer.toString(partition.partition()).getBytes(UTF_8));
    added.add(OFFSET, Long.toString(offset).getBytes(UTF_8));

    byte[] keptKey = key;
    byte[] keptValue = value;
    Headers kept = both(headers, added);
    int whole = KafkaRecords.sizeBound(keptKey, keptValue, kept);
    if (!KafkaRecords.fits(keptKey, keptValue, kept)) {
      keptValue = null;
    }
    if (!KafkaRecords.fits(keptKey, keptValue, kept)) {
      kept = added;
    }
    if (!KafkaRecords.fits(keptKey, keptValue, kept)) {
      keptKey = null;
    }
    int leftOut = whole - KafkaRecords.sizeBound(keptKey, keptValue, kept);
    if (leftOut > 0) {
      kept.add(LEFT_OUT_BYTES, Integer.toString(leftOut).getBytes(UTF_8));
    }
    return new ProducerRecord<>(
        topics.deadLetters(), null, Math.max(0, timestamp), keptKey, keptValue, kept);
  }

  private static Headers both(Headers first, Headers second) {
    RecordHeaders headers = new RecordHeaders(first);
    second.forEach(headers::add);
    return headers;
  }

  private static String shortened(String reason) {
    return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
  }
}
