package io.heddle.commit.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.commit.decision.DecisionDesk;
import io.heddle.commit.service.StartChecks;
import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.CommitRequest;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.MessageHeaders;
import io.heddle.message.Topics;
import io.heddle.multiformats.DatasetId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.reactive.messaging.annotations.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the records of decisions, one after another. */
@ApplicationScoped
public class CommitRequests {
  static final String CHANNEL = "commit-requests";

  private static final Logger log = LoggerFactory.getLogger(CommitRequests.class);

  private final Assignments assignments;
  private final DecisionDesk desk;
  private final MessageCodec codec;
  private final Topics topics;
  private final DurableSends sends;
  private final StartChecks checks;
  private final IntakeWatch watch;
  private final Counter deadLetters;

  public CommitRequests(
      Assignments assignments,
      DecisionDesk desk,
      MessageCodec codec,
      Topics topics,
      DurableSends sends,
      StartChecks checks,
      IntakeWatch watch,
      MeterRegistry meters) {
    this.assignments = assignments;
    this.desk = desk;
    this.codec = codec;
    this.topics = topics;
    this.sends = sends;
    this.checks = checks;
    this.watch = watch;
    this.deadLetters =
        Counter.builder("heddle.commits.dead.letters")
            .description("Records of decisions that could not be understood")
            .register(meters);
  }

  @Incoming(CHANNEL)
  @Blocking
  void take(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
    watch.started();
    try {
      if (assignments.owns(record.partition())) {
        handle(record);
      }
    } finally {
      watch.ended();
    }
  }

  private void handle(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
    if (!KafkaRecords.isInPlace(record, checks.partitions())) {
      bury(record, "wrong-partition", "the key belongs into another partition");
      desk.skip(record.partition(), record.offset(), null, null);
      return;
    }
    String key = new String(record.key(), UTF_8);
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    CommitRequest request;
    try {
      request = codec.decodeCommitRequest(key, headers, record.value());
    } catch (MessageException e) {
      bury(record, "malformed", String.valueOf(e.getMessage()));
      desk.skip(
          record.partition(), record.offset(), dataset(key), headers.get(MessageHeaders.DECISION));
      return;
    }
    desk.accept(record.partition(), record.offset(), request);
  }

  private void bury(ConsumerRecord<byte[], byte[]> record, String code, String reason)
      throws InterruptedException {
    log.atWarn()
        .addKeyValue("topic", record.topic())
        .addKeyValue("partition", record.partition())
        .addKeyValue("offset", record.offset())
        .addKeyValue("code", code)
        .addKeyValue("error", reason)
        .log("A record goes to the dead letters");
    deadLetters.increment();
    try {
      sends.send(DeadLetters.of(record, topics, code, reason));
    } catch (UnsendableException e) {
      // The record stays where it is; that must not stop those behind it.
      log.atError()
          .addKeyValue("topic", record.topic())
          .addKeyValue("partition", record.partition())
          .addKeyValue("offset", record.offset())
          .setCause(e)
          .log("A dead letter cannot be written");
    }
  }

  private static @Nullable DatasetId dataset(String key) {
    try {
      return DatasetId.parse(key);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
