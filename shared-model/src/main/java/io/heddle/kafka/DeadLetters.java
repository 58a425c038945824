package io.heddle.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.message.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Records that could not be understood: unchanged in key, value, headers and timestamp, with the
 * reason and the original position in headers of SmallRye's dialect.
 */
public final class DeadLetters {
  public static final String REASON = "dead-letter-reason";
  public static final String TOPIC = "dead-letter-topic";
  public static final String PARTITION = "dead-letter-partition";
  public static final String OFFSET = "dead-letter-offset";

  /** Ours: the kind of failure, for programs. */
  public static final String CODE = "dead-letter-code";

  private DeadLetters() {}

  /** The dead letter for a record. */
  public static ProducerRecord<byte[], byte[]> of(
      ConsumerRecord<byte[], byte[]> record, Topics topics, String code, String reason) {
    return new ProducerRecord<>(
        topics.deadLetters(),
        null,
        record.timestamp(),
        record.key(),
        record.value(),
        headers(
            record.headers(),
            new TopicPartition(record.topic(), record.partition()),
            record.offset(),
            code,
            reason));
  }

  /** The headers of a dead letter: those that the record had, the reason and where it lay. */
  public static Headers headers(
      Headers original, TopicPartition partition, long offset, String code, String reason) {
    RecordHeaders headers = new RecordHeaders(original);
    headers.add(CODE, code.getBytes(UTF_8));
    headers.add(REASON, reason.getBytes(UTF_8));
    headers.add(TOPIC, partition.topic().getBytes(UTF_8));
    headers.add(PARTITION, Integer.toString(partition.partition()).getBytes(UTF_8));
    headers.add(OFFSET, Long.toString(offset).getBytes(UTF_8));
    return headers;
  }
}
