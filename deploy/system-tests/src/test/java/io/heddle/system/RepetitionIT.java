package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.kafka.KafkaRecords;
import io.heddle.local.bench.LedgerRows.Merge;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Service;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.MessageKind;
import io.heddle.message.TaskEvent;
import io.heddle.message.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked for twice, or forgotten in between, adds its data once. */
class RepetitionIT {
  private static final long ROWS = 20_000;
  private static final String MERGE_TOPICS = Topics.DEFAULT.prefix() + "merge-";

  private final LocalStack stack = SharedStack.get();

  @TempDir Path folder;

  @Test
  void twoTriggersAtOnceAddTheDataOnce() throws Exception {
    // Given
    var dataset = new ExportedDataset("twice-triggered", Merge.APPEND).publish(0, ROWS, 0);

    // When
    List<CompletableFuture<String>> triggers =
        IntStream.range(0, 2)
            .mapToObj(i -> CompletableFuture.supplyAsync(dataset::trigger))
            .toList();
    for (CompletableFuture<String> trigger : triggers) {
      dataset.await(trigger.get());
    }

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }

  @Test
  void aRequestDeliveredTwiceAddsItsDataOnce() throws Exception {
    // Given
    var dataset = new ExportedDataset("twice-delivered", Merge.APPEND).publish(0, ROWS, 0);
    try (var requests = new Traffic(Topics.DEFAULT.ingestRequests());
        var events = new Traffic(Topics.DEFAULT.taskEvents())) {
      dataset.ingest();
      String task = events.await(MessageKind.TASK_FINISHED).key();

      // When
      send(requests.await(MessageKind.INGEST_REQUEST));
      events.await(task, MessageKind.TASK_FINISHED, 1);
    }

    // Then
    dataset.assertHoldsEachRowOnce(folder);
  }

  /**
   * A process cannot tell whether one before it, which had the same request, has told its outcome.
   */
  @Test
  void aRequestDeliveredToAnotherProcessReportsWhatTheFirstOneHasDone() throws Exception {
    // Given
    var dataset = new ExportedDataset("delivered-elsewhere", Merge.APPEND).publish(0, ROWS, 0);
    try (var requests = new Traffic(Topics.DEFAULT.ingestRequests());
        var events = new Traffic(Topics.DEFAULT.taskEvents())) {
      dataset.ingest();
      ConsumerRecord<String, byte[]> first = events.await(MessageKind.TASK_FINISHED);
      ConsumerRecord<String, byte[]> request = requests.await(MessageKind.INGEST_REQUEST);

      // When
      stack.stop(Service.INGRESS, 1);
      send(request);
      stack.start(Service.INGRESS, 1);
      ConsumerRecord<String, byte[]> second =
          events.await(first.key(), MessageKind.TASK_FINISHED, 1);

      // Then
      assertThat(outcome(first))
          .isInstanceOfSatisfying(
              TaskEvent.Outcome.Success.class,
              success -> assertThat(success.summary().rowsWritten()).isEqualTo(ROWS));
      assertThat(outcome(second)).isEqualTo(outcome(first));
      dataset.assertHoldsEachRowOnce(folder);
    }
  }

  @Test
  void aRequestDeliveredAfterItsSourceMovedOnReportsWhatItHasDone() throws Exception {
    // Given
    var dataset = new ExportedDataset("moved-on", Merge.APPEND).publish(0, ROWS, 0);
    try (var requests = new Traffic(Topics.DEFAULT.ingestRequests());
        var events = new Traffic(Topics.DEFAULT.taskEvents())) {
      dataset.ingest();
      ConsumerRecord<String, byte[]> first = events.await(MessageKind.TASK_FINISHED);
      dataset.publish(ROWS, ROWS + 100, 0);

      // When
      send(requests.await(MessageKind.INGEST_REQUEST));
      ConsumerRecord<String, byte[]> second =
          events.await(first.key(), MessageKind.TASK_FINISHED, 1);
      dataset.ingest();

      // Then
      assertThat(outcome(second)).isEqualTo(outcome(first));
      dataset.assertHoldsEachRowOnce(folder);
    }
  }

  /** It is killed, too, while it reads the chain that is to tell what it has forgotten. */
  @Test
  void aMergeServiceThatForgotEverythingGoesOnFromTheChain() throws Exception {
    // Given
    var append = new ExportedDataset("forgotten-append", Merge.APPEND);
    append.publish(0, ROWS, 0).ingest();
    var snapshot = new ExportedDataset("forgotten-snapshot", Merge.SNAPSHOT);
    snapshot.publish(0, 10 * ROWS, 0).ingest();

    // When
    stack.stop(Service.MERGE, 1);
    delete(stack.workFolder(Service.MERGE, 1));
    deleteChangelogs();
    stack.start(Service.MERGE, 1);
    String appendRun = append.publish(ROWS, ROWS + 100, 0).trigger();
    snapshot.publish(100, 10 * ROWS + 100, 1);
    String snapshotRun;
    try (var replies = new Traffic(Topics.DEFAULT.replies())) {
      snapshotRun = snapshot.trigger();
      replies.await(snapshot.id(), MessageKind.BUSY, 1);
    }
    stack.kill(Service.MERGE, 1);
    stack.start(Service.MERGE, 1);
    append.awaitSuccess(appendRun);
    snapshot.awaitSuccess(snapshotRun);

    // Then
    append.assertHoldsEachRowOnce(folder);
    snapshot.assertHoldsEachRowOnce(folder);
  }

  private static TaskEvent.Outcome outcome(ConsumerRecord<String, byte[]> finished)
      throws MessageException {
    var codec = new MessageCodec("heddle/system-tests", InstantSource.system());
    TaskEvent event =
        codec.decodeTaskEvent(
            finished.key(), KafkaRecords.toTexts(finished.headers()), finished.value());
    return ((TaskEvent.Finished) event).outcome();
  }

  /** Sends a record once more. */
  private void send(ConsumerRecord<String, byte[]> record) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", stack.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  record.topic(), null, record.key(), record.value(), record.headers()))
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
