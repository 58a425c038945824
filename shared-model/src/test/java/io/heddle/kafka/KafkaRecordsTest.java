package io.heddle.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.multiformats.DatasetId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;

class KafkaRecordsTest {
  @Test
  void placesKeysAsKafkasProducerDoes() {
    for (int i = 0; i < 200; i++) {
      byte[] key = ("did:odf:" + i).getBytes(UTF_8);
      assertThat(KafkaRecords.partitionOf(key, 7))
          .isEqualTo(BuiltInPartitioner.partitionForKey(key, 7));
    }
  }

  @Test
  void findsRecordsInTheWrongPartition() {
    byte[] key = KafkaRecords.key(new DatasetId(new byte[32]));
    int place = KafkaRecords.partitionOf(key, 6);

    assertThat(KafkaRecords.isInPlace(record(place, key), 6)).isTrue();
    assertThat(KafkaRecords.isInPlace(record((place + 1) % 6, key), 6)).isFalse();
    assertThat(KafkaRecords.isInPlace(record(0, null), 6)).isFalse();
  }

  private static ConsumerRecord<byte[], byte[]> record(int partition, byte[] key) {
    return new ConsumerRecord<>("t", partition, 0, key, new byte[0]);
  }

  @Test
  void carriesHeadersInOrder() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("ce_type", "ingest-begin");
    texts.put("ce_subject", "did:odf:ü");

    assertThat(KafkaRecords.toTexts(KafkaRecords.toHeaders(texts))).containsExactlyEntriesOf(texts);
  }

  @Test
  void takesTheLastOfSeveralHeaders() {
    var headers = KafkaRecords.toHeaders(Map.of("a", "1"));
    headers.add("a", "2".getBytes(UTF_8));
    headers.add("b", null);

    assertThat(KafkaRecords.toTexts(headers)).containsExactly(Map.entry("a", "2"));
  }
}
