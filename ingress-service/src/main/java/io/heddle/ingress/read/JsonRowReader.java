package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import io.heddle.notation.TimeFormats;
import io.heddle.schema.DataSchema;
import java.io.IOException;
import java.util.Optional;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** The rows of a JSON file under a known schema; columns go by name. */
final class JsonRowReader implements RowReader {
  private static final int SAMPLE_RECORDS = 1000;

  private final JsonRecords records;
  private final DataSchema schema;
  private final ReadFailures failures;
  private final Batch batch;
  private final JsonMembers members;
  private long charsBefore;
  private @Nullable JsonParser parser;

  private JsonRowReader(
      JsonRecords records,
      DataSchema schema,
      TimeFormats formats,
      ReadFailures failures,
      ReadContext context) {
    this.records = records;
    this.schema = schema;
    this.failures = failures;
    this.batch = new Batch(schema, context);
    try {
      this.members =
          new JsonColumns(formats, context.maxValueChars(), failures)
              .members("", schema.fields(), batch.root().getFieldVectors());
    } catch (RuntimeException e) {
      batch.close();
      throw e;
    }
  }

  /** Opens the records of a file; more than once if their schema has to be found first. */
  interface Source {
    JsonRecords open() throws IOException;
  }

  static JsonRowReader open(
      Source source,
      Optional<DataSchema> declared,
      TimeFormats formats,
      ReadFailures failures,
      ReadContext context) {
    DataSchema schema;
    if (declared.isPresent()) {
      schema = declared.get();
    } else {
      JsonRecords sample = open(source, failures);
      try {
        schema = infer(sample, failures);
      } finally {
        close(sample, failures);
      }
    }
    JsonRecords records = open(source, failures);
    try {
      return new JsonRowReader(records, schema, formats, failures, context);
    } catch (RuntimeException e) {
      close(records, failures);
      throw e;
    }
  }

  private static JsonRecords open(Source source, ReadFailures failures) {
    try {
      return source.open();
    } catch (IOException e) {
      throw failures.cannotRead(e);
    }
  }

  /** The schema that the first records show. */
  private static DataSchema infer(JsonRecords records, ReadFailures failures) {
    JsonInference inference = new JsonInference();
    JsonParser parser = null;
    try {
      for (int i = 0; i < SAMPLE_RECORDS; i++) {
        JsonParser next = records.next();
        if (next == null) {
          break;
        }
        parser = next;
        inference.add(next);
      }
      return inference.schema();
    } catch (IOException e) {
      throw JsonText.failure(e, parser, records.record(), failures);
    }
  }

  @Override
  public DataSchema schema() {
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    return batch.root();
  }

  @Override
  public boolean loadNextBatch() {
    try {
      batch.begin();
      while (!batch.isFull()) {
        JsonParser next = records.next();
        if (next == null) {
          break;
        }
        parser = next;
        members.write(batch.row(), next, records.record());
        long chars = records.chars();
        batch.endRow(chars - charsBefore);
        charsBefore = chars;
      }
      return batch.end();
    } catch (IOException e) {
      throw JsonText.failure(e, parser, records.record(), failures);
    } catch (OutOfMemoryException e) {
      throw failures.tooLarge(records.record(), e);
    }
  }

  @Override
  public long rows() {
    return batch.rowsDelivered();
  }

  @Override
  public void close() {
    try (batch) {
      close(records, failures);
    }
  }

  private static void close(JsonRecords records, ReadFailures failures) {
    try {
      records.close();
    } catch (IOException e) {
      throw failures.cannotRead(e);
    }
  }
}
