package io.heddle.merge.topology;

import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.kafka.TopicLayout;
import io.heddle.merge.aggregate.AggregateStores;
import io.heddle.merge.aggregate.DatasetAggregate;
import io.heddle.merge.aggregate.Outbox;
import io.heddle.merge.aggregate.Surroundings;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageException;
import io.heddle.message.MessageHeaders;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.message.WireMessage;
import io.heddle.multiformats.DatasetId;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the aggregates of one partition. */
final class DatasetProcessor implements Processor<byte[], byte[], byte[], byte[]>, Outbox {
  private static final Logger log = LoggerFactory.getLogger(DatasetProcessor.class);
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration IDLE = Duration.ofSeconds(10);

  /** Aggregates without anything under way beyond this number are let go. */
  private static final int HELD = 2_000;

  /** Where a proposal that waited lay is not kept. */
  private static final long UNKNOWN_OFFSET = -1;

  private final MergeTopology.Parts parts;
  private final Map<DatasetId, DatasetAggregate> held = new LinkedHashMap<>(16, 0.75f, true);
  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable AggregateStores stores;
  private @Nullable Surroundings surroundings;
  private @Nullable Cancellable ticking;
  private @Nullable Record<byte[], byte[]> current;
  private Instant lastRecord = Instant.MIN;
  private int turn;

  /** What the current step says. */
  private final List<Outgoing> outgoing = new ArrayList<>();

  private record Outgoing(Record<byte[], byte[]> record, String sink) {}

  DatasetProcessor(MergeTopology.Parts parts) {
    this.parts = parts;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    AggregateStores found =
        new AggregateStores(
            newContext.getStateStore(MergeTopology.AGGREGATES),
            newContext.getStateStore(MergeTopology.ROWS),
            newContext.getStateStore(MergeTopology.JOURNAL));
    stores = found;
    surroundings =
        new Surroundings(
            parts.settings(),
            parts.clock(),
            parts.codec(),
            this,
            parts.chains(),
            parts.allocator(),
            parts.scratch());
    lastRecord = parts.clock().instant();
    found.active().forEach(dataset -> step(dataset, null, aggregate -> {}));
    ticking = newContext.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, ignored -> tick());
  }

  @Override
  public void close() {
    if (ticking != null) {
      ticking.cancel();
    }
    held.values().forEach(DatasetAggregate::close);
    held.keySet().forEach(dataset -> parts.troubles().note(dataset, Optional.empty()));
    held.clear();
    outgoing.clear();
  }

  private DatasetAggregate aggregate(DatasetId dataset) {
    return held.computeIfAbsent(
        dataset,
        id ->
            new DatasetAggregate(
                id, Objects.requireNonNull(stores), Objects.requireNonNull(surroundings)));
  }

  private ProcessorContext<byte[], byte[]> context() {
    return Objects.requireNonNull(context, "not initialised");
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    lastRecord = parts.clock().instant();
    current = record;
    try {
      handle(record, context().recordMetadata().orElseThrow());
    } finally {
      current = null;
    }
    letGo();
  }

  private void handle(Record<byte[], byte[]> record, RecordMetadata position) {
    byte[] keyBytes = record.key();
    if (keyBytes == null
        || KafkaRecords.partitionOf(keyBytes, parts.partitions()) != position.partition()) {
      deadLetter("WrongPartition", "the key does not belong into this partition");
      send();
      return;
    }
    String key = new String(keyBytes, StandardCharsets.UTF_8);
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    String requestId = headers.get(MessageHeaders.REQUEST);
    boolean isResult = position.topic().equals(parts.topics().commits());
    try {
      if (isResult) {
        CommitResult result = parts.codec().decodeCommitResult(key, headers, record.value());
        // Whoever waits for a result reads it, too.
        step(result.dataset(), null, aggregate -> aggregate.handle(result));
      } else {
        Proposal proposal = parts.codec().decodeProposal(key, headers, record.value());
        step(
            proposal.dataset(),
            proposal.requestId(),
            aggregate -> aggregate.handle(proposal, streamTime(record)));
      }
    } catch (MessageException e) {
      String reason = String.valueOf(e.getMessage());
      deadLetter("Unreadable", reason);
      send();
      datasetOf(key)
          .ifPresent(
              dataset ->
                  step(
                      dataset,
                      requestId,
                      aggregate -> {
                        if (isResult) {
                          aggregate.missedResult();
                        } else if (requestId != null) {
                          aggregate.missedProposal(requestId, reason);
                        }
                      }));
    }
  }

  private static Optional<DatasetId> datasetOf(String key) {
    try {
      return Optional.of(DatasetId.parse(key));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Lets an aggregate do something. What it writes and says counts only if it does not fail; if it
   * does, for a reason that is its own, it is broken and the others go on.
   *
   * @throws KafkaException when it is not the aggregate that fails but what it stands on
   */
  private void step(
      DatasetId dataset, @Nullable String requestId, Consumer<DatasetAggregate> work) {
    AggregateStores kept = Objects.requireNonNull(stores);
    try {
      work.accept(aggregate(dataset));
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
      log.atError()
          .addKeyValue("dataset", dataset)
          .setCause(e)
          .log("An aggregate failed and is broken");
      drop(dataset);
      breakDown(dataset, e, requestId);
    }
    kept.keepStep();
    send();
    DatasetAggregate aggregate = held.get(dataset);
    if (aggregate != null) {
      parts.troubles().note(dataset, aggregate.trouble());
    }
  }

  private void breakDown(DatasetId dataset, Throwable cause, @Nullable String requestId) {
    try {
      aggregate(dataset).breakDown(cause, requestId);
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException e) {
      // Not even that it is broken can be kept in its state; the chain tells all of it.
      log.atError()
          .addKeyValue("dataset", dataset)
          .setCause(e)
          .log("A state is of no use, reading the chain again");
      drop(dataset);
      Objects.requireNonNull(stores).forget(dataset);
    }
  }

  /** Drops what an aggregate has done in this step, and the object that did it. */
  private void drop(DatasetId dataset) {
    Objects.requireNonNull(stores).dropStep();
    outgoing.clear();
    DatasetAggregate failed = held.remove(dataset);
    if (failed != null) {
      failed.close();
    }
  }

  /** Sends what was said in a step that is kept. */
  private void send() {
    outgoing.forEach(message -> context().forward(message.record(), message.sink()));
    outgoing.clear();
  }

  /**
   * When a record came, by the clock that silence is measured with: the greatest time stamp of the
   * partition, so that a sender whose clock is behind is not silent from the start.
   */
  private Instant streamTime(Record<byte[], byte[]> record) {
    return Instant.ofEpochMilli(Math.max(record.timestamp(), context().currentStreamTimeMs()));
  }

  private void tick() {
    Instant now = parts.clock().instant();
    boolean idle = now.isAfter(lastRecord.plus(IDLE));
    long streamMillis = context().currentStreamTimeMs();
    Instant streamTime = streamMillis < 0 ? null : Instant.ofEpochMilli(streamMillis);
    List<DatasetId> active = new ArrayList<>();
    held.forEach(
        (dataset, aggregate) -> {
          if (aggregate.isActive()) {
            active.add(dataset);
          }
        });
    BooleanSupplier timeIsUp = Objects.requireNonNull(surroundings).stepEnd();
    // Each gets its turn first at some time, so that none is left out when time is short.
    for (int i = 0; i < active.size(); i++) {
      step(
          active.get(Math.floorMod(turn + i, active.size())),
          null,
          aggregate -> aggregate.tick(streamTime, idle, timeIsUp));
    }
    turn++;
  }

  private void letGo() {
    if (held.size() > HELD) {
      held.values().removeIf(aggregate -> !aggregate.isActive());
    }
  }

  @Override
  public void reply(Reply reply) {
    WireMessage message = parts.codec().encode(reply);
    if (!KafkaRecords.fits(message)) {
      message =
          parts
              .codec()
              .encode(
                  new Reply.Refused(
                      reply.dataset(),
                      reply.requestId(),
                      new Failure(
                          FailureKind.LimitExceeded,
                          "the answer takes %d bytes; a message may take %d"
                              .formatted(message.value().length, TopicLayout.MAX_MESSAGE_BYTES))));
    }
    forward(message, MergeTopology.REPLIES_SINK);
  }

  @Override
  public void request(CommitRequest request) {
    WireMessage message = parts.codec().encode(request);
    if (!KafkaRecords.fits(message)) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "a message of the decision would take %d bytes; one may take %d"
              .formatted(message.value().length, TopicLayout.MAX_MESSAGE_BYTES));
    }
    forward(message, MergeTopology.REQUESTS_SINK);
  }

  private void forward(WireMessage message, String sink) {
    outgoing.add(
        new Outgoing(
            new Record<>(
                message.key().getBytes(StandardCharsets.UTF_8),
                message.value(),
                parts.clock().instant().toEpochMilli(),
                KafkaRecords.toHeaders(message.headers())),
            sink));
  }

  @Override
  public void deadLetter(String reason) {
    deadLetter("Unreadable", reason);
  }

  private void deadLetter(String code, String reason) {
    Record<byte[], byte[]> record = Objects.requireNonNull(current, "no record is being handled");
    RecordMetadata position = context().recordMetadata().orElseThrow();
    deadLetter(
        record.key(),
        record.value(),
        record.headers(),
        record.timestamp(),
        new TopicPartition(position.topic(), position.partition()),
        position.offset(),
        code,
        reason);
  }

  @Override
  public void deadLetter(WireMessage proposal, String reason) {
    deadLetter(
        proposal.key().getBytes(StandardCharsets.UTF_8),
        proposal.value(),
        KafkaRecords.toHeaders(proposal.headers()),
        parts.clock().instant().toEpochMilli(),
        new TopicPartition(parts.topics().changes(), context().taskId().partition()),
        UNKNOWN_OFFSET,
        "Unreadable",
        reason);
  }

  private void deadLetter(
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers,
      long timestamp,
      TopicPartition partition,
      long offset,
      String code,
      String reason) {
    log.atWarn()
        .addKeyValue("topic", partition.topic())
        .addKeyValue("partition", partition.partition())
        .addKeyValue("offset", offset)
        .addKeyValue("code", code)
        .addKeyValue("reason", reason)
        .log("Dead letter");
    ProducerRecord<byte[], byte[]> letter =
        DeadLetters.of(
            key, value, headers, timestamp, partition, offset, parts.topics(), code, reason);
    outgoing.add(
        new Outgoing(
            new Record<>(letter.key(), letter.value(), letter.timestamp(), letter.headers()),
            MergeTopology.DEAD_LETTERS_SINK));
  }
}
