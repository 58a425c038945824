package io.heddle.resources.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.MessageHeaders;
import io.heddle.message.Reply;
import io.heddle.message.Topics;
import io.heddle.problem.Problem;
import io.heddle.resource.Account;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.RejectedException;
import io.heddle.resources.command.Rejection;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.command.WriterJson;
import io.heddle.resources.reconcile.Reconcilers;
import io.heddle.resources.runs.FlowRuns;
import io.heddle.resources.store.Output;
import io.heddle.resources.store.UnitOfWork;
import io.heddle.resources.store.WriterStores;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one writer. It reads commands, and the messages of other services that {@link FeedbackBridge}
 * brings into the same order.
 */
final class ResourceWriter implements Processor<String, byte[], String, byte[]> {
  private static final Logger log = LoggerFactory.getLogger(ResourceWriter.class);
  private static final Duration PURGE_INTERVAL = Duration.ofMinutes(10);
  private static final Duration OVERDUE_INTERVAL = Duration.ofMinutes(1);

  private final Account account;
  private final Topics topics;
  private final Duration retention;
  private @Nullable Session session;

  ResourceWriter(Account account, Topics topics, Duration retention) {
    this.account = account;
    this.topics = topics;
    this.retention = retention;
  }

  /** What exists from init on. */
  private record Session(
      ProcessorContext<String, byte[]> context, WriterStores stores, CommandHandler commands) {}

  @Override
  public void init(ProcessorContext<String, byte[]> context) {
    WriterStores stores =
        new WriterStores(
            context.getStateStore(WriterStores.RESOURCES),
            context.getStateStore(WriterStores.INDEX),
            context.getStateStore(WriterStores.DATASETS),
            context.getStateStore(WriterStores.RUNS));
    session =
        new Session(
            context, stores, new CommandHandler(stores, account, codec(Instant.EPOCH, ""), topics));
    context.schedule(
        PURGE_INTERVAL,
        PunctuationType.WALL_CLOCK_TIME,
        now -> new Purge(stores, retention).run(Instant.ofEpochMilli(now), this::forward));
    context.schedule(
        OVERDUE_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> proposeAgain(stores, now));
  }

  private void proposeAgain(WriterStores stores, long now) {
    Instant time = Instant.ofEpochMilli(now);
    new OverdueProposals(stores, topics, codec(time, "overdue/" + now)).run(time, this::forward);
  }

  @Override
  public void process(Record<String, byte[]> record) {
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    Instant time = Instant.ofEpochMilli(record.timestamp());
    try {
      handle(record, headers, time);
    } catch (MessageException | UncheckedIOException e) {
      log.warn("Record not understood key={} type={}", record.key(), headers.get("ce_type"), e);
      bury(record, headers, "MessageMalformed", String.valueOf(e.getMessage()), time);
    } catch (KafkaException e) {
      // Nothing of this transaction will be seen; the record comes again.
      throw e;
    } catch (RuntimeException e) {
      // An error of ours, found before anything was written. Others must not wait behind it.
      log.error(
          "Record could not be handled key={} type={}", record.key(), headers.get("ce_type"), e);
      String reason =
          e instanceof RejectedException rejected
              ? rejected.rejection().detail()
              : "an error inside resource-service; its log has more";
      bury(record, headers, "Internal", reason, time);
    }
  }

  /** Sets a record aside, and tells whoever waits for its outcome. */
  private void bury(
      Record<String, byte[]> record,
      Map<String, String> headers,
      String code,
      String reason,
      Instant time) {
    deadLetter(record, code, reason);
    if (ResourceCommand.CE_TYPE.equals(headers.get(MessageHeaders.TYPE))) {
      var rejection =
          new Rejection(Problem.INTERNAL, "the command could not be handled: " + reason);
      forward(outcome(CommandOutcome.rejected(record.key(), rejection), time));
    }
  }

  private void handle(Record<String, byte[]> record, Map<String, String> headers, Instant time)
      throws MessageException {
    Session current = session();
    String type = headers.getOrDefault(MessageHeaders.TYPE, "");
    MessageCodec codec = codec(time, headers.getOrDefault(MessageHeaders.ID, record.key()));
    if (type.equals(ResourceCommand.CE_TYPE)) {
      ResourceCommand command = WriterJson.read(record.value(), ResourceCommand.class);
      var handler = new CommandHandler(current.stores(), account, codec, topics);
      CommandOutcome outcome = handler.handle(command, time, this::forward);
      Output answer = outcome(outcome, time);
      // What changed can be larger than what it was changed to.
      forward(fits(answer) ? answer : outcome(outcome.withoutChanges(), time));
      return;
    }
    UnitOfWork work =
        new UnitOfWork(
            current.stores(), time, "system", headers.getOrDefault(MessageHeaders.ID, ""));
    Reconcilers reconcilers = new Reconcilers(work, codec, topics);
    switch (FeedbackKind.of(type)) {
      case COMMIT -> {
        switch (codec.decodeCommitResult(record.key(), headers, record.value())) {
          case CommitResult.Committed committed -> reconcilers.datasets().onCommitted(committed);
          case CommitResult.Rejected rejected -> reconcilers.datasets().onRejected(rejected);
        }
      }
      case REPLY -> {
        Reply reply = codec.decodeReply(record.key(), headers, record.value());
        reconcilers.datasets().onReply(reply);
      }
      case TASK ->
          new FlowRuns(work, account, codec)
              .onTaskEvent(codec.decodeTaskEvent(record.key(), headers, record.value()));
      case UNKNOWN -> throw new MessageException("unknown kind of message: '%s'".formatted(type));
    }
    work.flush(this::forward);
  }

  private static boolean fits(Output output) {
    return KafkaRecords.fits(
        output.key().getBytes(UTF_8), output.value(), UnitOfWork.headers(output));
  }

  /** Messages get ids that follow from what led to them, so that a repetition gives the same. */
  private static MessageCodec codec(Instant time, String cause) {
    int[] number = {0};
    return new MessageCodec("heddle/resource-service", () -> time, () -> cause + "/" + number[0]++);
  }

  private static Output outcome(CommandOutcome outcome, Instant time) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(MessageHeaders.SPEC_VERSION, "1.0");
    headers.put(MessageHeaders.ID, outcome.commandId());
    headers.put(MessageHeaders.TYPE, "io.heddle.resource-outcome.v1");
    headers.put(MessageHeaders.SOURCE, "heddle/resource-service");
    headers.put(MessageHeaders.SUBJECT, outcome.commandId());
    headers.put(MessageHeaders.TIME, time.toString());
    headers.put(MessageHeaders.CONTENT_TYPE, MessageHeaders.JSON);
    return new Output(
        Output.Sink.OUTCOMES, outcome.commandId(), headers, WriterJson.bytes(outcome));
  }

  private void deadLetter(Record<String, byte[]> record, String code, String reason) {
    ProcessorContext<String, byte[]> context = session().context();
    RecordMetadata place = context.recordMetadata().orElse(null);
    ProducerRecord<byte[], byte[]> letter =
        DeadLetters.of(
            record.key() == null ? null : record.key().getBytes(UTF_8),
            record.value(),
            record.headers(),
            record.timestamp(),
            new TopicPartition(topics.resourceCommands(), place == null ? 0 : place.partition()),
            place == null ? 0 : place.offset(),
            topics,
            code,
            reason);
    context.forward(
        new Record<>(
            letter.key() == null ? null : record.key(),
            letter.value(),
            letter.timestamp(),
            letter.headers()),
        ResourceTopology.sinkName(Output.Sink.DEAD_LETTERS));
  }

  private Session session() {
    if (session == null) {
      throw new IllegalStateException("not initialised");
    }
    return session;
  }

  private void forward(Output output) {
    session()
        .context()
        .forward(
            new Record<>(
                output.key(),
                output.value(),
                session().context().currentSystemTimeMs(),
                UnitOfWork.headers(output)),
            ResourceTopology.sinkName(output.sink()));
  }
}
