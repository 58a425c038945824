package io.heddle.commit.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.commit.Chains;
import io.heddle.commit.PlannedCommit;
import io.heddle.hash.Sha3;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.SetInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be announced, which is asked without a broker. */
class CommitsTopicTest {
  private static final BlockPointer BASE = new BlockPointer(Sha3.hash(new byte[] {1}), 1);

  private final KafkaProducer<byte[], byte[]> producer =
      new KafkaProducer<>(
          Map.of("bootstrap.servers", "127.0.0.1:1"),
          new ByteArraySerializer(),
          new ByteArraySerializer());
  private final CommitsTopic topic =
      new CommitsTopic(
          Topics.DEFAULT,
          new MessageCodec("test", InstantSource.system()),
          new DurableSends(producer));

  @AfterEach
  void close() {
    producer.close(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999999Z",
        // What a foreign chain holds is handed on.
        "-0001-12-31T23:59:59Z",
        "+10000-01-01T04:59:59Z"
      })
  void watermarkOfAnyYearIsAnnouncedSoThatItCanBeRead(String watermark) {
    MetadataEvent event = new AddData(null, null, null, null, Instant.parse(watermark), null, null);

    assertThat(topic.obstacleTo(committed(List.of(event)))).isEmpty();
  }

  @Test
  void announcementThatIsLargerThanARecordIsNoticed() {
    // Each block repeats what all events share, so the whole is larger than its request was.
    MetadataEvent small = new SetInfo("cities", List.of("geo"));

    assertThat(topic.obstacleTo(committed(List.of(small)))).isEmpty();
    assertThat(topic.obstacleTo(committed(Collections.nCopies(20_000, small))))
        .hasValueSatisfying(reason -> assertThat(reason).contains("split the events"));
  }

  private static Committed committed(List<MetadataEvent> events) {
    PlannedCommit plan = PlannedCommit.of(BASE, Chains.TIME, events, List.of());
    return new Committed(Chains.dataset(1), "r1", "r1", BASE.hash(), plan.announced(), null);
  }
}
