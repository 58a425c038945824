package io.heddle.ingress.push;

import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.RowReader;
import io.heddle.ingress.read.ValueCheck;
import io.heddle.kafka.KafkaRecords;
import io.heddle.problem.CauseText;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.AllocationOutcomeDetails;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.VectorAppender;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushed documents as one table: each message is a document of its own, read by the source's rules.
 * One that cannot be read is refused for itself and does not stop the others. Rows without an event
 * time get that of their message.
 */
public final class PushedRows implements RowReader {
  private static final Logger log = LoggerFactory.getLogger(PushedRows.class);

  /** Names the memory of one document among what may be exhausted. */
  private static final String DOCUMENT = "document";

  /** Told of each message that is not among the rows. */
  @FunctionalInterface
  public interface Refusals {
    /**
     * @throws IngestException when the others must not be taken without it
     */
    void refused(Position message, Failure failure);
  }

  /** Where a message lies in the topic. */
  public record Position(int partition, long offset) {
    static Position of(ConsumerRecord<byte[], byte[]> message) {
      return new Position(message.partition(), message.offset());
    }
  }

  /** A message that is being read. */
  private record Document(
      ConsumerRecord<byte[], byte[]> message, BufferAllocator allocator, RowReader reader)
      implements AutoCloseable {
    @Override
    public void close() {
      try (allocator) {
        reader.close();
      }
    }
  }

  /** A message whose rows begin with {@code firstRow}, from 1. */
  private record Origin(long firstRow, Position message) {}

  private final PushedDocuments documents;
  private final MessageReader messages;
  private final ReadContext context;
  private final MessageTimes times;
  private final RowRules rules;
  private final Map<Position, Failure> excluded;
  private final Refusals refusals;
  private final List<Origin> origins = new ArrayList<>();

  private @Nullable DataSchema documentSchema;
  private @Nullable ValueCheck values;
  private @Nullable DataSchema schema;
  private @Nullable VectorSchemaRoot root;
  private @Nullable Document first;

  /** Did not fit into the last batch, and begins the next one. */
  private @Nullable ConsumerRecord<byte[], byte[]> postponed;

  private long rows;

  /**
   * @param context of which one document takes a quarter of the memory at most
   * @param excluded messages that are refused whatever they hold
   */
  public PushedRows(
      PushedDocuments documents,
      MessageReader messages,
      ReadContext context,
      MessageTimes times,
      RowRules rules,
      Map<Position, Failure> excluded,
      Refusals refusals) {
    this.documents = documents;
    this.messages = messages;
    this.context = context;
    this.times = times;
    this.rules = rules;
    this.excluded = Map.copyOf(excluded);
    this.refusals = refusals;
  }

  /** Looks for the first document that can be read; false when there is none. */
  public boolean open() {
    ConsumerRecord<byte[], byte[]> message;
    while (root == null && (message = documents.next()) != null) {
      Document document = null;
      try {
        document = document(message);
        documentSchema = document.reader().schema();
        values = rules.values(documentSchema);
        schema = times.withEventTime(documentSchema);
        root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), context.allocator());
        first = document;
      } catch (RuntimeException e) {
        if (document != null) {
          document.close();
        }
        refuse(message, e);
      }
    }
    return root != null;
  }

  @Override
  public DataSchema schema() {
    if (schema == null) {
      throw new IllegalStateException("not open");
    }
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    if (root == null) {
      throw new IllegalStateException("not open");
    }
    return root;
  }

  @Override
  public boolean loadNextBatch() {
    VectorSchemaRoot batch = root();
    batch.clear();
    // Rows are appended to vectors that have their buffers, if empty ones.
    for (FieldVector vector : batch.getFieldVectors()) {
      vector.setInitialCapacity(context.maxBatchRows());
      vector.allocateNew();
    }
    batch.setRowCount(0);
    long bytes = 0;
    while (batch.getRowCount() < context.maxBatchRows() && bytes < context.maxBatchBytes()) {
      Document opened = first;
      first = null;
      ConsumerRecord<byte[], byte[]> message = opened == null ? next() : opened.message();
      if (message == null) {
        break;
      }
      int before = batch.getRowCount();
      try (Document document = opened == null ? document(message) : opened) {
        bytes += append(batch, document.reader(), message);
      } catch (RuntimeException e) {
        batch.setRowCount(before);
        if (before > 0 && isOfTheBatch(e)) {
          postponed = message;
          break;
        }
        refuse(message, e);
      }
    }
    return batch.getRowCount() > 0;
  }

  private @Nullable ConsumerRecord<byte[], byte[]> next() {
    ConsumerRecord<byte[], byte[]> message = postponed == null ? documents.next() : postponed;
    postponed = null;
    return message;
  }

  private long append(
      VectorSchemaRoot batch, RowReader document, ConsumerRecord<byte[], byte[]> message) {
    requireSameColumns(document.schema());
    Instant time = MessageTimes.of(KafkaRecords.toTexts(message.headers()), message.timestamp());
    if (!document.loadNextBatch()) {
      return 0;
    }
    rules.check(document.root(), values());
    FieldVector given = document.root().getVector(times.column());
    boolean timeless = given == null || given.getNullCount() > 0;
    long eventTime = timeless ? times.value(batch, time) : 0;
    int before = batch.getRowCount();
    int count = document.root().getRowCount();
    long bytes = 0;
    for (FieldVector vector : document.root().getFieldVectors()) {
      bytes += vector.getBufferSize();
      vector.accept(new VectorAppender(batch.getVector(vector.getName())), null);
    }
    if (timeless) {
      times.fill(batch, before, count, eventTime);
    }
    batch.setRowCount(before + count);
    origins.add(new Origin(rows + 1, Position.of(message)));
    rows += count;
    return bytes;
  }

  private Document document(ConsumerRecord<byte[], byte[]> message) {
    Failure reason = excluded.get(Position.of(message));
    if (reason != null) {
      throw new IngestException(reason);
    }
    BufferAllocator own =
        context.allocator().newChildAllocator(DOCUMENT, 0, context.allocator().getLimit() / 4);
    try {
      return new Document(message, own, messages.open(message, own));
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
  }

  private ValueCheck values() {
    if (values == null) {
      throw new IllegalStateException("not open");
    }
    return values;
  }

  private void requireSameColumns(DataSchema found) {
    if (!found.equals(documentSchema)) {
      throw new IngestException(
          FailureKind.ReadError,
          "the record has the columns %s, those before it had %s; declare a read schema"
              .formatted(names(found), documentSchema == null ? List.of() : names(documentSchema)));
    }
  }

  private static List<String> names(DataSchema schema) {
    return schema.fields().stream().map(DataField::name).toList();
  }

  /**
   * Whatever goes wrong with one document is its own, but for what says nothing about it: a
   * definition that cannot work, a disk that is full, a stop of the process.
   */
  private void refuse(ConsumerRecord<byte[], byte[]> message, RuntimeException failure) {
    if (Thread.currentThread().isInterrupted() || failure instanceof UncheckedIOException) {
      throw failure;
    }
    OutOfMemoryException shortage = shortage(failure);
    if (shortage != null) {
      if (shortage.getOutcomeDetails().isEmpty()) {
        throw failure;
      }
      refusals.refused(
          Position.of(message),
          new Failure(
              FailureKind.LimitExceeded,
              "the record does not fit into the memory for one record, a quarter of the %d bytes of a task (heddle.rows.task-memory)"
                  .formatted(context.allocator().getLimit())));
      return;
    }
    if (!(failure instanceof IngestException refusal)) {
      log.warn(
          "A pushed record cannot be handled topic={} partition={} offset={}",
          message.topic(),
          message.partition(),
          message.offset(),
          failure);
      refusals.refused(
          Position.of(message),
          new Failure(
              FailureKind.Internal, "the record cannot be handled: " + CauseText.of(failure)));
      return;
    }
    boolean ofTheDefinition =
        switch (refusal.kind()) {
          case Unsupported, UnsupportedSchema -> true;
          // A program that ran said no to this document; one that cannot start says nothing.
          case PipeError -> !refusal.failure().details().containsKey("exitCode");
          default -> false;
        };
    if (ofTheDefinition) {
      throw refusal;
    }
    refusals.refused(Position.of(message), refusal.failure());
  }

  private static @Nullable OutOfMemoryException shortage(RuntimeException failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof OutOfMemoryException found) {
        return found;
      }
    }
    return null;
  }

  /** Whether there was too little memory for what was taken together, not for one document. */
  private static boolean isOfTheBatch(RuntimeException failure) {
    OutOfMemoryException shortage = shortage(failure);
    return shortage != null
        && shortage
            .getOutcomeDetails()
            .map(AllocationOutcomeDetails::getFailedAllocator)
            .filter(allocator -> !allocator.getName().equals(DOCUMENT))
            .isPresent();
  }

  /** The message that a row (from 1) came from. */
  public Position messageOf(long row) {
    return origins.get(indexOf(row)).message();
  }

  /** How many messages lie before that of a row (from 1). */
  public int indexOf(long row) {
    int low = 0;
    int high = origins.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (origins.get(middle).firstRow() <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The messages whose rows were delivered. */
  public List<Position> messages() {
    return origins.stream().map(Origin::message).toList();
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public void close() {
    if (first != null) {
      first.close();
      first = null;
    }
    if (root != null) {
      root.close();
    }
  }
}
