package io.heddle.commit.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.commit.Chains;
import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.Committed;
import io.heddle.message.CommitResult.Rejected;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStore;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.SetInfo;
import io.heddle.testing.BackingServices;
import io.heddle.testing.BackingServicesResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(BackingServicesResource.class)
@WithTestResource(RecordsLostBefore.class)
class CommitServiceIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final MessageCodec codec = new MessageCodec("test", InstantSource.system());
  private final List<CommitResult> results = new ArrayList<>();
  private final List<ConsumerRecord<byte[], byte[]>> deadLetters = new ArrayList<>();

  @Inject ObjectStore bucket;
  @Inject Topics topics;
  @Inject TopicTrim trim;

  private KafkaProducer<byte[], byte[]> producer;
  private KafkaConsumer<byte[], byte[]> consumer;

  @BeforeEach
  void connect() {
    String bootstrap = BackingServices.shared().bootstrapServers();
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "group.id",
                "test-" + UUID.randomUUID(),
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(topics.commits(), topics.deadLetters()));
  }

  @AfterEach
  void disconnect() {
    producer.close();
    consumer.close();
  }

  @Test
  void messagesBecomeObjectsAndThenAnAnnouncement() {
    DatasetId dataset = Chains.dataset(11);
    BlockPointer base = Chains.seed(storage(dataset), dataset);

    send(Chains.decision(dataset, "first", base, 2));

    Committed committed = (Committed) result(dataset, 1);
    assertThat(committed.requestId()).isEqualTo("first");
    assertThat(storage(dataset).references().head().orElseThrow().target())
        .isEqualTo(committed.blocks().getLast().hash());
    assertThat(committed.blocks()).hasSize(3);
    assertThat(committed.blocks())
        .allSatisfy(block -> assertThat(storage(dataset).blockBytes(block.hash())).isPresent());
    for (int i = 1; i < 3; i++) {
      var slice =
          Objects.requireNonNull(((AddData) committed.blocks().get(i).block().event()).newData());
      assertThat(storage(dataset).stat(StorageArea.DATA, slice.physicalHash()))
          .hasValueSatisfying(file -> assertThat(file.size()).isEqualTo(slice.size()));
    }
    await().atMost(PATIENCE).until(() -> committedPosition(dataset) >= 8);
  }

  @Test
  void decisionThatIsDeliveredAgainIsAnnouncedAgain() {
    DatasetId dataset = Chains.dataset(12);
    BlockPointer base = Chains.seed(storage(dataset), dataset);
    send(Chains.decision(dataset, "again", base, 1));
    CommitResult first = result(dataset, 1);

    send(Chains.decision(dataset, "again", base, 1));

    assertThat(result(dataset, 2)).isEqualTo(first);
    assertThat(first).isInstanceOf(Committed.class);
  }

  @Test
  void foreignHeadIsRejectedAndLeftAlone() {
    DatasetId dataset = Chains.dataset(13);
    BlockPointer base = Chains.seed(storage(dataset), dataset);
    BlockPointer foreign =
        Chains.append(storage(dataset), base, new SetInfo("foreign", null), Chains.TIME);

    send(Chains.decision(dataset, "late", base, 1));

    assertThat(((Rejected) result(dataset, 1)).headFound()).isEqualTo(foreign.hash());
    assertThat(storage(dataset).references().head().orElseThrow().target())
        .isEqualTo(foreign.hash());
  }

  @Test
  void unreadableRecordGoesToTheDeadLettersUnchanged() {
    DatasetId dataset = Chains.dataset(14);
    BlockPointer base = Chains.seed(storage(dataset), dataset);
    byte[] key = KafkaRecords.key(dataset);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topics.commitRequests(), key, "no message".getBytes(UTF_8));
    record.headers().add("ce_type", "nonsense".getBytes(UTF_8));
    producer.send(record);
    send(Chains.decision(dataset, "after", base, 1));

    assertThat(result(dataset, 1)).isInstanceOf(Committed.class);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              poll();
              return deadLetters.stream().anyMatch(letter -> isOf(letter, key));
            });
    ConsumerRecord<byte[], byte[]> letter =
        deadLetters.stream().filter(candidate -> isOf(candidate, key)).findFirst().orElseThrow();
    Map<String, String> headers = KafkaRecords.toTexts(letter.headers());
    assertThat(new String(letter.value(), UTF_8)).isEqualTo("no message");
    assertThat(headers)
        .containsEntry("ce_type", "nonsense")
        .containsEntry(DeadLetters.TOPIC, topics.commitRequests())
        .containsKey(DeadLetters.REASON);
  }

  @Test
  void decisionThatCannotBeReadIsRejectedToItsAggregate() {
    DatasetId dataset = Chains.dataset(15);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            topics.commitRequests(), KafkaRecords.key(dataset), "no message".getBytes(UTF_8));
    record.headers().add("ce_type", "io.heddle.decision.append-events.v1".getBytes(UTF_8));
    record.headers().add("ce_decision", "lost".getBytes(UTF_8));
    producer.send(record);

    assertThat(result(dataset, 1))
        .isEqualTo(
            new Rejected(
                dataset, "lost", "lost", null, "a record of the decision could not be read"));
  }

  @Test
  void unreadableRecordThatIsTooLargeToBeWrittenAgainStopsNothing() {
    DatasetId dataset = Chains.dataset(16);
    BlockPointer base = Chains.seed(storage(dataset), dataset);
    byte[] key = KafkaRecords.key(dataset);
    try (KafkaProducer<byte[], byte[]> compressing =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                BackingServices.shared().bootstrapServers(),
                "compression.type",
                "gzip",
                "max.request.size",
                "16777216"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      compressing.send(new ProducerRecord<>(topics.commitRequests(), key, new byte[8 << 20]));
    }

    send(Chains.decision(dataset, "behind", base, 1));

    assertThat(result(dataset, 1)).isInstanceOf(Committed.class);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              poll();
              return deadLetters.stream().anyMatch(letter -> isOf(letter, key));
            });
    ConsumerRecord<byte[], byte[]> letter =
        deadLetters.stream().filter(candidate -> isOf(candidate, key)).findFirst().orElseThrow();
    assertThat(letter.value()).isNull();
    assertThat(KafkaRecords.toTexts(letter.headers())).containsKey(DeadLetters.LEFT_OUT_BYTES);
  }

  @Test
  void questionAfterAForgottenDecisionIsAnswered() {
    DatasetId dataset = Chains.dataset(18);
    BlockPointer base = Chains.seed(storage(dataset), dataset);

    send(List.of(new CommitRequest.DecisionInquiry(dataset, "gone", "gone")));

    assertThat(((Rejected) result(dataset, 1)).headFound()).isEqualTo(base.hash());
  }

  @Test
  void recordsThatWereDeletedBeforeTheyWereReadAreAnAlarmOnce() {
    trim.tend();

    assertThat(RestAssured.get("/metrics").body().asString())
        .contains("heddle_commits_records_lost_total " + (double) RecordsLostBefore.COUNT);
  }

  @Test
  void serviceIsLiveReadyAndMeasured() {
    RestAssured.get("/health/live").then().statusCode(200);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> RestAssured.get("/health/ready").then().statusCode(200));
    assertThat(RestAssured.get("/metrics").body().asString())
        .contains(
            "heddle_commits", "heddle_commits_standstill_seconds", "heddle_commits_staged_bytes");
  }

  private static boolean isOf(ConsumerRecord<byte[], byte[]> letter, byte[] key) {
    return Arrays.equals(letter.key(), key);
  }

  private void send(List<CommitRequest> messages) {
    for (CommitRequest message : messages) {
      WireMessage wire = codec.encode(message);
      producer.send(
          new ProducerRecord<>(
              topics.commitRequests(),
              null,
              wire.key().getBytes(UTF_8),
              wire.value(),
              KafkaRecords.toHeaders(wire.headers())));
    }
    producer.flush();
  }

  /** The result of that number, from 1, for a dataset. */
  private CommitResult result(DatasetId dataset, int number) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              poll();
              return resultsOf(dataset).size() >= number;
            });
    return resultsOf(dataset).get(number - 1);
  }

  private List<CommitResult> resultsOf(DatasetId dataset) {
    return results.stream().filter(result -> result.dataset().equals(dataset)).toList();
  }

  private void poll() throws MessageException {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
      if (record.topic().equals(topics.commits())) {
        results.add(
            codec.decodeCommitResult(
                new String(record.key(), UTF_8),
                KafkaRecords.toTexts(record.headers()),
                record.value()));
      } else {
        deadLetters.add(record);
      }
    }
  }

  private long committedPosition(DatasetId dataset) throws Exception {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", BackingServices.shared().bootstrapServers()))) {
      int partitions =
          admin
              .describeTopics(List.of(topics.commitRequests()))
              .allTopicNames()
              .get()
              .get(topics.commitRequests())
              .partitions()
              .size();
      TopicPartition partition =
          new TopicPartition(
              topics.commitRequests(),
              KafkaRecords.partitionOf(KafkaRecords.key(dataset), partitions));
      OffsetAndMetadata position =
          admin
              .listConsumerGroupOffsets("heddle-commit")
              .partitionsToOffsetAndMetadata()
              .get()
              .get(partition);
      return position == null ? 0 : position.offset();
    }
  }

  private DatasetStorage storage(DatasetId dataset) {
    return DatasetStorage.of(bucket, dataset);
  }
}
