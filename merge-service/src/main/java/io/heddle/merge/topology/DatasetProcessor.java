package io.heddle.merge.topology;

import io.heddle.kafka.DeadLetters;
import io.heddle.kafka.KafkaRecords;
import io.heddle.merge.aggregate.AggregateStores;
import io.heddle.merge.aggregate.DatasetAggregate;
import io.heddle.merge.aggregate.Outbox;
import io.heddle.merge.aggregate.Surroundings;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.MessageException;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.message.WireMessage;
import io.heddle.multiformats.DatasetId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Runs the aggregates of one partition. */
final class DatasetProcessor implements Processor<byte[], byte[], byte[], byte[]>, Outbox {
  private static final Logger LOG = Logger.getLogger(DatasetProcessor.class);
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration IDLE = Duration.ofSeconds(10);

  /** Aggregates without anything under way beyond this number are let go. */
  private static final int HELD = 2_000;

  private final MergeTopology.Parts parts;
  private final Map<DatasetId, DatasetAggregate> held = new LinkedHashMap<>(16, 0.75f, true);
  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable AggregateStores stores;
  private @Nullable Surroundings surroundings;
  private @Nullable Cancellable ticking;
  private @Nullable Record<byte[], byte[]> current;
  private Instant lastRecord = Instant.MIN;
  private int turn;

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
            parts.allocator());
    lastRecord = parts.clock().instant();
    found.active().forEach(this::aggregate);
    ticking = newContext.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, ignored -> tick());
  }

  @Override
  public void close() {
    if (ticking != null) {
      ticking.cancel();
    }
    held.values().forEach(DatasetAggregate::close);
    held.clear();
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
    RecordMetadata position = context().recordMetadata().orElseThrow();
    TopicPartition partition = new TopicPartition(position.topic(), position.partition());
    lastRecord = parts.clock().instant();
    current = record;
    try {
      if (parts.crashes().isHopeless(partition, position.offset())) {
        deadLetter("Internal", "handling it failed again and again");
      } else {
        handle(record, position);
      }
    } catch (RuntimeException e) {
      parts.crashes().note(partition, position.offset());
      throw e;
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
      return;
    }
    String key = new String(keyBytes, StandardCharsets.UTF_8);
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    try {
      if (position.topic().equals(parts.topics().commits())) {
        CommitResult result = parts.codec().decodeCommitResult(key, headers, record.value());
        aggregate(result.dataset()).handle(result);
      } else {
        Proposal proposal = parts.codec().decodeProposal(key, headers, record.value());
        aggregate(proposal.dataset()).handle(proposal, streamTime(record));
      }
    } catch (MessageException e) {
      deadLetter("Unreadable", String.valueOf(e.getMessage()));
    }
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
    List<DatasetAggregate> active = new ArrayList<>();
    for (DatasetAggregate aggregate : held.values()) {
      if (aggregate.isActive()) {
        active.add(aggregate);
      }
    }
    BooleanSupplier timeIsUp = Objects.requireNonNull(surroundings).stepEnd();
    // Each gets its turn first at some time, so that none is left out when time is short.
    for (int i = 0; i < active.size(); i++) {
      active.get(Math.floorMod(turn + i, active.size())).tick(streamTime, idle, timeIsUp);
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
    forward(parts.codec().encode(reply), MergeTopology.REPLIES_SINK);
  }

  @Override
  public void request(CommitRequest request) {
    forward(parts.codec().encode(request), MergeTopology.REQUESTS_SINK);
  }

  private void forward(WireMessage message, String sink) {
    context()
        .forward(
            new Record<>(
                message.key().getBytes(StandardCharsets.UTF_8),
                message.value(),
                parts.clock().instant().toEpochMilli(),
                KafkaRecords.toHeaders(message.headers())),
            sink);
  }

  @Override
  public void deadLetter(String reason) {
    deadLetter("Unreadable", reason);
  }

  private void deadLetter(String code, String reason) {
    Record<byte[], byte[]> record = Objects.requireNonNull(current, "no record is being handled");
    RecordMetadata position = context().recordMetadata().orElseThrow();
    LOG.warnf(
        "dead letter: topic=%s partition=%d offset=%d code=%s reason=%s",
        position.topic(), position.partition(), position.offset(), code, reason);
    ProducerRecord<byte[], byte[]> letter =
        DeadLetters.of(
            record.key(),
            record.value(),
            record.headers(),
            record.timestamp(),
            new TopicPartition(position.topic(), position.partition()),
            position.offset(),
            parts.topics(),
            code,
            reason);
    context()
        .forward(
            new Record<>(letter.key(), letter.value(), letter.timestamp(), letter.headers()),
            MergeTopology.DEAD_LETTERS_SINK);
  }
}
