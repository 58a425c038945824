package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.local.bench.LedgerRows;
import io.heddle.local.rest.HeddleRest;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Service;
import io.heddle.message.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked for twice, or forgotten in between, adds its data once. */
class RepetitionIT {
  private static final long ROWS = 20_000;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String MERGE_TOPICS = Topics.DEFAULT.prefix() + "merge-";

  private final LocalStack stack = SharedStack.get();
  private final HeddleRest rest = SharedStack.rest();

  @TempDir Path folder;

  @Test
  void twoTriggersAtOnceAddTheDataOnce() throws Exception {
    // Given
    Path csv = ledger("twice-triggered", 0, ROWS);

    // When
    List<CompletableFuture<String>> triggers =
        IntStream.range(0, 2)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> rest.trigger("twice-triggered")))
            .toList();
    for (CompletableFuture<String> trigger : triggers) {
      rest.awaitRun("twice-triggered", trigger.get(), PATIENCE);
    }

    // Then
    assertRows("twice-triggered", csv);
  }

  @Test
  void aRequestDeliveredTwiceAddsTheDataOnce() throws Exception {
    // Given
    Path csv = ledger("twice-delivered", 0, ROWS);
    String dataset = ingest("twice-delivered");

    // When
    redeliver(dataset);
    ingest("twice-delivered");

    // Then
    assertRows("twice-delivered", csv);
  }

  @Test
  void aMergeServiceThatForgotEverythingGoesOnFromTheChain() throws Exception {
    // Given
    ledger("forgotten", 0, ROWS);
    ingest("forgotten");

    // When
    stack.stop(Service.MERGE, 1);
    delete(stack.workFolder(Service.MERGE, 1));
    deleteChangelogs();
    stack.start(Service.MERGE, 1);
    Path csv = ledger("forgotten", 0, ROWS + 100);
    ingest("forgotten");

    // Then
    assertRows("forgotten", csv);
  }

  private Path ledger(String name, long start, long end) throws IOException {
    Path csv = SharedStack.file(name + ".csv");
    LedgerRows.write(csv, start, end);
    rest.apply(LedgerRows.manifests(name, csv));
    return csv;
  }

  /** Runs the flow to its end and gives the dataset's id. */
  private String ingest(String name) {
    JsonNode run = rest.awaitRun(name, rest.trigger(name), PATIENCE);
    assertThat(run.path("outcome").asText()).as(run.toPrettyString()).isNotEqualTo("Failed");
    JsonNode blocks = rest.blocks(name);
    return blocks.path(blocks.size() - 1).path("block").path("event").path("datasetId").asText();
  }

  private void assertRows(String name, Path csv) throws Exception {
    try (var rows = new StoredRows(rest, name, folder)) {
      assertThat(rows.differencesFrom(csv)).isZero();
    }
    assertThat(rest.verify(name).path("ok").asBoolean()).isTrue();
  }

  /** Sends the last ingest request of a dataset once more. */
  private void redeliver(String dataset) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", stack.bootstrapServers());
    ConsumerRecord<byte[], byte[]> last = null;
    try (var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.DEFAULT.ingestRequests()).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          if (new String(record.key()).equals(dataset)) {
            last = record;
          }
        }
      }
    }
    assertThat(last).as("an ingest request of " + dataset).isNotNull();
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(new ProducerRecord<>(last.topic(), null, last.key(), last.value(), last.headers()))
          .get();
    }
  }

  private void deleteChangelogs() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
      List<String> changelogs =
          admin.listTopics().names().get().stream()
              .filter(topic -> topic.startsWith(MERGE_TOPICS) && topic.endsWith("-changelog"))
              .toList();
      assertThat(changelogs).isNotEmpty();
      admin.deleteTopics(changelogs).all().get();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> content = Files.walk(folder)) {
      for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
