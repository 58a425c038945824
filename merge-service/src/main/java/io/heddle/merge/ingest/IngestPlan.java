package io.heddle.merge.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.encoding.Rfc3339;
import io.heddle.hash.LogicalHasher;
import io.heddle.message.MessageJson;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import io.heddle.schema.ParquetSchemas;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an ingestion goes, as far as its begin and the dataset tell: a pure function of both, made
 * again after a restart.
 *
 * @param input the schema of the rows that come; null: there is no table at all
 * @param schema in force for the rows that are written; null only when there is no table and the
 *     dataset has no schema either
 * @param newSchema the same when it has to be committed first, else null
 * @param notes what the task result should say
 */
public record IngestPlan(
    ChainFacts facts,
    MergeStrategy merge,
    Vocabulary vocabulary,
    String sourceName,
    Instant systemTime,
    Instant sourceEventTime,
    @Nullable Instant explicitWatermark,
    @Nullable Instant watermarkWithoutRows,
    @Nullable Long targetRecordsPerSlice,
    @Nullable DataSchema input,
    @Nullable DataSchema schema,
    @Nullable DataSchema newSchema,
    List<String> notes) {
  /** How large a schema may be, as JSON. */
  public static final int MAX_SCHEMA_BYTES = 1024 * 1024;

  private static final ObjectMapper JSON = MessageJson.mapper();

  public IngestPlan {
    notes = List.copyOf(notes);
  }

  /**
   * Checks what can be checked before a row has come.
   *
   * @param systemTime the clock at the begin; whole milliseconds, not before the head's
   * @throws IngestException when the ingestion cannot be accepted as it is
   */
  public static IngestPlan of(IngestBegin begin, ChainFacts facts, Instant systemTime) {
    Vocabulary vocabulary = facts.vocabulary();
    if (!begin.vocabulary().equals(vocabulary)) {
      throw new IngestException(
          FailureKind.BadInputSchema,
          "the rows name the system columns %s, the dataset names them %s"
              .formatted(
                  String.join(", ", begin.vocabulary().columns()),
                  String.join(", ", vocabulary.columns())));
    }
    requireWritable("watermark", begin.explicitWatermark());
    requireWritable("event time of the source", begin.sourceEventTime());
    requireWritable("event time of the source", begin.watermarkWithoutRows());
    checkWatermark(begin.explicitWatermark(), facts.watermark());
    DataSchema input = begin.schema();
    SchemaCheck.Outcome outcome = new SchemaCheck.Outcome(facts.schema(), null, List.of());
    if (input != null) {
      InputCheck.check(input, begin.merge(), vocabulary);
      DataSchema rows = withoutOperations(input, begin.merge(), vocabulary);
      outcome = SchemaCheck.check(rows, facts.schema(), vocabulary, begin.schemaDeclared());
      requireStorable(outcome.schema());
    }
    return new IngestPlan(
        facts,
        begin.merge(),
        vocabulary,
        begin.sourceName(),
        systemTime,
        begin.sourceEventTime() == null ? systemTime : begin.sourceEventTime(),
        begin.explicitWatermark(),
        begin.watermarkWithoutRows(),
        begin.targetRecordsPerSlice(),
        input,
        outcome.schema(),
        outcome.newSchema(),
        outcome.notes());
  }

  /** What is decided must not fail when it is written: all types have a file form and a hash. */
  private static void requireStorable(@Nullable DataSchema schema) {
    if (schema != null) {
      requireSmall(schema);
      ParquetSchemas.toParquet(schema);
      LogicalHasher.ofSlice(ArrowSchemas.toArrow(schema));
    }
  }

  /**
   * A schema is repeated in messages and blocks, and must leave room for others in them.
   *
   * @throws IngestException (LimitExceeded) when it is too large
   */
  public static void requireSmall(DataSchema schema) {
    int bytes = jsonBytes(schema);
    if (bytes > MAX_SCHEMA_BYTES) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "the dataset's schema would take %d bytes; it may take %d"
              .formatted(bytes, MAX_SCHEMA_BYTES));
    }
  }

  private static int jsonBytes(DataSchema schema) {
    try {
      return JSON.writeValueAsBytes(schema).length;
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DataSchema withoutOperations(
      DataSchema input, MergeStrategy merge, Vocabulary vocabulary) {
    return InputCheck.takesOperations(merge)
        ? new DataSchema(
            input.fields().stream()
                .filter(field -> !field.name().equals(vocabulary.operationTypeColumn()))
                .toList())
        : input;
  }

  private static void requireWritable(String what, @Nullable Instant time) {
    if (time != null && !Rfc3339.canExpress(time)) {
      throw new IngestException(
          FailureKind.ExecutionError,
          "the %s, %s, lies outside the years 0000 to 9999".formatted(what, time),
          Map.of("value", time.toString()));
    }
  }

  private static void checkWatermark(@Nullable Instant explicit, @Nullable Instant current) {
    if (explicit != null && current != null && explicit.isBefore(current)) {
      throw new IngestException(
          FailureKind.WatermarkNotMonotonic,
          "the watermark %s lies before the dataset's, %s".formatted(explicit, current),
          Map.of("value", explicit.toString()));
    }
  }

  /** The columns by which the strategy knows a row; empty where it does not. */
  public List<String> primaryKey() {
    return InputCheck.primaryKey(merge);
  }
}
