package io.heddle.ingress.push;

import io.heddle.ingress.read.MediaTypes;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.ReadInput;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.read.RowReader;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.MessageHeaders;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.source.ReadStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.VectorAppender;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Pushed documents as one table: each message is a document of its own, read by the source's rules.
 * One that cannot be read is refused for itself and does not stop the others. Rows without an event
 * time get that of their message.
 */
public final class PushedRows implements RowReader {
  /** Says the event time of the rows of a message that have none. */
  public static final String EVENT_TIME_HEADER = "odf-event-time";

  /** Told of each message that is not among the rows. */
  @FunctionalInterface
  public interface Refusals {
    void refused(ConsumerRecord<byte[], byte[]> message, FailureKind kind, String reason);
  }

  /** A message, and the row (from 1) with which its rows begin. */
  public record Origin(long firstRow, int partition, long offset) {}

  private final PushedDocuments documents;
  private final Readers readers;
  private final ReadStep read;
  private final ReadContext context;
  private final MessageTimes times;
  private final Map<Origin, String> excluded;
  private final Refusals refusals;
  private final Path file;
  private final int maxBatchRows;
  private final List<Origin> origins = new ArrayList<>();

  private @Nullable DataSchema documentSchema;
  private @Nullable DataSchema schema;
  private @Nullable VectorSchemaRoot root;
  private @Nullable ConsumerRecord<byte[], byte[]> first;
  private long rows;

  /**
   * @param excluded messages (with row 0) that are refused for the reason given
   * @param folder of the task
   */
  public PushedRows(
      PushedDocuments documents,
      Readers readers,
      ReadStep read,
      ReadContext context,
      MessageTimes times,
      Map<Origin, String> excluded,
      Refusals refusals,
      Path folder) {
    this.documents = documents;
    this.readers = readers;
    this.read = read;
    this.context =
        new ReadContext(
            context.allocator(), Integer.MAX_VALUE, Long.MAX_VALUE, context.maxValueChars());
    this.maxBatchRows = context.maxBatchRows();
    this.times = times;
    this.excluded = Map.copyOf(excluded);
    this.refusals = refusals;
    this.file = folder.resolve("document");
  }

  /** Looks for the first document that can be read; false when there is none. */
  public boolean open() {
    ConsumerRecord<byte[], byte[]> message;
    while ((message = documents.next()) != null) {
      try (RowReader reader = read(message)) {
        documentSchema = reader.schema();
        schema = times.withEventTime(reader.schema());
        root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), context.allocator());
        first = message;
        return true;
      } catch (IngestException e) {
        refuse(message, e);
      }
    }
    return false;
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
    batch.setRowCount(0);
    while (batch.getRowCount() < maxBatchRows) {
      ConsumerRecord<byte[], byte[]> message = first == null ? documents.next() : first;
      first = null;
      if (message == null) {
        break;
      }
      try (RowReader reader = read(message)) {
        requireSameColumns(reader.schema());
        Instant time = timeOf(message);
        if (reader.loadNextBatch()) {
          append(batch, reader.root(), time, message);
        }
      } catch (IngestException e) {
        refuse(message, e);
      }
    }
    return batch.getRowCount() > 0;
  }

  private void append(
      VectorSchemaRoot batch,
      VectorSchemaRoot document,
      Instant time,
      ConsumerRecord<byte[], byte[]> message) {
    int before = batch.getRowCount();
    int count = document.getRowCount();
    for (FieldVector vector : document.getFieldVectors()) {
      vector.accept(new VectorAppender(batch.getVector(vector.getName())), null);
    }
    times.fill(batch, before, count, time);
    batch.setRowCount(before + count);
    origins.add(new Origin(rows + 1, message.partition(), message.offset()));
    rows += count;
  }

  private RowReader read(ConsumerRecord<byte[], byte[]> message) {
    String reason = excluded.get(new Origin(0, message.partition(), message.offset()));
    if (reason != null) {
      throw new IngestException(FailureKind.MergeError, reason);
    }
    if (message.value() == null) {
      throw new IngestException(FailureKind.ReadError, "the record has no value");
    }
    String contentType = KafkaRecords.toTexts(message.headers()).get(MessageHeaders.CONTENT_TYPE);
    try {
      Files.write(file, message.value());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String name = "%s-%d@%d".formatted(message.topic(), message.partition(), message.offset());
    return readers.open(new ReadInput(file, name), MediaTypes.adapt(read, contentType), context);
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

  private static Instant timeOf(ConsumerRecord<byte[], byte[]> message) {
    String header = KafkaRecords.toTexts(message.headers()).get(EVENT_TIME_HEADER);
    if (header == null) {
      return Instant.ofEpochMilli(message.timestamp());
    }
    try {
      return OffsetDateTime.parse(header).toInstant();
    } catch (DateTimeException e) {
      throw new IngestException(
          FailureKind.ReadError,
          "the header %s is no RFC 3339 time: %s".formatted(EVENT_TIME_HEADER, header),
          e);
    }
  }

  /** A definition that cannot work fails the task; a document that cannot be read only itself. */
  private void refuse(ConsumerRecord<byte[], byte[]> message, IngestException failure) {
    switch (failure.kind()) {
      case Unsupported, UnsupportedSchema -> throw failure;
      default -> refusals.refused(message, failure.kind(), failure.failure().message());
    }
  }

  /** The message that a row (from 1) came from. */
  public Origin originOf(long row) {
    Origin origin = origins.getFirst();
    for (Origin candidate : origins) {
      if (candidate.firstRow() > row) {
        break;
      }
      origin = candidate;
    }
    return origin;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public void close() {
    if (root != null) {
      root.close();
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
