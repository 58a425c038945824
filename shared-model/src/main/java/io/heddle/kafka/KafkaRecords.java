package io.heddle.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.message.WireMessage;
import io.heddle.multiformats.DatasetId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.AbstractRecords;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Keys, places and headers of records. */
public final class KafkaRecords {
  private KafkaRecords() {}

  /** The key of everything that concerns a dataset: its DID as text. */
  public static byte[] key(DatasetId dataset) {
    return dataset.toString().getBytes(UTF_8);
  }

  /** The partition that Kafka's default partitioner gives to a key. */
  public static int partitionOf(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }

  /**
   * Whether a record lies in the partition its key belongs into. Clients with other hashes put it
   * elsewhere, where another worker would handle its dataset at the same time.
   */
  public static boolean isInPlace(ConsumerRecord<byte[], ?> record, int partitions) {
    return record.key() != null && partitionOf(record.key(), partitions) == record.partition();
  }

  /**
   * How large a record is at most on its way to the broker, uncompressed, in bytes: what a
   * producer's {@code max.request.size} is held against.
   */
  public static int sizeBound(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    return AbstractRecords.estimateSizeInBytesUpperBound(
        RecordBatch.CURRENT_MAGIC_VALUE, CompressionType.NONE, key, value, headers.toArray());
  }

  /**
   * Whether a record is small enough for the inner topics ({@link TopicLayout#MAX_MESSAGE_BYTES}).
   */
  public static boolean fits(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    return sizeBound(key, value, headers) <= TopicLayout.MAX_MESSAGE_BYTES;
  }

  /** Whether a message is small enough for the inner topics. */
  public static boolean fits(WireMessage message) {
    return fits(message.key().getBytes(UTF_8), message.value(), toHeaders(message.headers()));
  }

  public static Headers toHeaders(Map<String, String> texts) {
    Headers headers = new RecordHeaders();
    texts.forEach((name, text) -> headers.add(name, text.getBytes(UTF_8)));
    return headers;
  }

  /** Headers as text, in their order. Of several with one name the last counts, as in Kafka. */
  public static Map<String, String> toTexts(Headers headers) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Header header : headers) {
      if (header.value() != null) {
        texts.put(header.key(), new String(header.value(), UTF_8));
      }
    }
    return texts;
  }
}
