package io.heddle.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.message.Topics;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class DeadLettersTest {
  private static final TopicPartition PLACE = new TopicPartition("odf.changes", 3);

  private static ProducerRecord<byte[], byte[]> letter(
      byte[] key, byte[] value, RecordHeaders headers, String reason) {
    return DeadLetters.of(key, value, headers, 5, PLACE, 17, Topics.DEFAULT, "Unreadable", reason);
  }

  @Test
  void keepsTheRecordAsItWas() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("mine", "x".getBytes(UTF_8));
    var letter = letter("k".getBytes(UTF_8), "v".getBytes(UTF_8), headers, "why");
    assertThat(letter.key()).asString().isEqualTo("k");
    assertThat(letter.value()).asString().isEqualTo("v");
    assertThat(letter.timestamp()).isEqualTo(5);
    assertThat(KafkaRecords.toTexts(letter.headers()))
        .containsEntry("mine", "x")
        .containsEntry(DeadLetters.TOPIC, "odf.changes")
        .containsEntry(DeadLetters.PARTITION, "3")
        .containsEntry(DeadLetters.OFFSET, "17")
        .containsEntry(DeadLetters.REASON, "why")
        .doesNotContainKey(DeadLetters.LEFT_OUT_BYTES);
  }

  @Test
  void leavesOutWhatDoesNotFitAndSaysSo() {
    byte[] large = new byte[TopicLayout.MAX_MESSAGE_BYTES];
    RecordHeaders headers = new RecordHeaders();
    headers.add("mine", "x".getBytes(UTF_8));

    var noValue = letter("k".getBytes(UTF_8), large, headers, "why");
    assertThat(noValue.value()).isNull();
    assertThat(noValue.key()).asString().isEqualTo("k");
    assertThat(KafkaRecords.toTexts(noValue.headers()))
        .containsEntry("mine", "x")
        .containsEntry(DeadLetters.LEFT_OUT_BYTES, Integer.toString(large.length + 3));

    headers.add("large", large);
    var noHeaders = letter("k".getBytes(UTF_8), large, headers, "why");
    assertThat(noHeaders.key()).asString().isEqualTo("k");
    assertThat(KafkaRecords.toTexts(noHeaders.headers())).doesNotContainKey("mine");

    var noKey = letter(large, large, headers, "w".repeat(large.length));
    assertThat(noKey.key()).isNull();
    assertThat(KafkaRecords.fits(noKey.key(), noKey.value(), noKey.headers())).isTrue();
  }
}
