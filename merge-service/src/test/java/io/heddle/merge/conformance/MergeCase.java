package io.heddle.merge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.encoding.OdfTypes;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/** Runs one case of {@code cases/merge/}. */
final class MergeCase {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode json;
  private final CaseRows.Cut cut;

  MergeCase(JsonNode json, CaseRows.Cut cut) {
    this.json = json;
    this.cut = cut;
  }

  void run() {
    try (BufferAllocator allocator = new RootAllocator()) {
      TestDataset dataset =
          new TestDataset(strategy(json.get("strategy")), vocabulary(), allocator);
      if (json.has("ledger")) {
        history(dataset);
      }
      for (JsonNode prior : json.path("prior")) {
        dataset.write(write(prior));
      }
      long lastOffset = dataset.facts().lastOffset() == null ? -1 : dataset.facts().lastOffset();
      JsonNode error = json.get("expect").get("error");
      if (error != null) {
        expectError(dataset, error);
      } else {
        expectRows(dataset.write(write(json.get("new"))), dataset, lastOffset);
      }
    }
  }

  private void expectError(TestDataset dataset, JsonNode expected) {
    try {
      dataset.write(write(json.get("new")));
    } catch (IngestException e) {
      ExpectedError.assertMatches(expected, e);
      return;
    }
    throw new AssertionError("expected " + expected);
  }

  private void expectRows(TestDataset.Written written, TestDataset dataset, long lastOffset) {
    JsonNode expect = json.get("expect");
    DataSchema schema = Objects.requireNonNull(dataset.facts().schema());
    List<String> names = new ArrayList<>();
    List<DataField> fields = new ArrayList<>();
    for (JsonNode column : expect.get("columns")) {
      names.add(column.asText());
      fields.add(schema.field(column.asText()).orElseThrow());
    }
    List<List<@Nullable Object>> expected =
        CaseRows.rows(expect.get("rows"), new DataSchema(fields));
    List<List<@Nullable Object>> actual = new ArrayList<>();
    long offset = lastOffset;
    for (List<@Nullable Object> row : written.rows()) {
      assertThat(row.getFirst()).as("offset").isEqualTo(++offset);
      actual.add(row.subList(1, row.size()));
    }
    assertThat(
            schema.fields().stream()
                .map(DataField::name)
                .filter(name -> !name.equals(dataset.facts().vocabulary().offsetColumn())))
        .containsExactlyElementsOf(names);
    List<Integer> key = new ArrayList<>();
    for (JsonNode column : json.get("strategy").path("primaryKey")) {
      key.add(names.indexOf(column.asText()));
    }
    boolean perKey = expect.path("ordering").asText().equals("perKey");
    if (!CaseRows.same(expected, actual, perKey, 0, key)) {
      assertThat(actual).isEqualTo(expected);
    }
    expectTaskResult(written, expect.path("taskResult"));
  }

  static void expectTaskResult(TestDataset.Written written, JsonNode expected) {
    JsonNode actual = JSON.valueToTree(written.summary());
    expected
        .properties()
        .forEach(
            field ->
                assertThat(actual.path(field.getKey()).toString())
                    .as(field.getKey())
                    .isEqualTo(field.getValue().toString()));
  }

  private void history(TestDataset dataset) {
    JsonNode ledger = json.get("ledger");
    DataSchema input = CaseTypes.schema(json.get("columns"));
    List<DataField> fields = new ArrayList<>();
    fields.add(new DataField("offset", new DataType.UInt64()));
    for (JsonNode column : ledger.get("columns")) {
      String name = column.asText();
      fields.add(
          switch (name) {
            case "op" -> new DataField(name, new DataType.UInt8());
            case "system_time", "event_time" -> new DataField(name, CaseTypes.type("Timestamp"));
            default -> input.field(name).orElseThrow();
          });
    }
    DataSchema schema = new DataSchema(fields);
    List<List<@Nullable Object>> rows =
        CaseRows.rows(ledger.get("rows"), new DataSchema(fields.subList(1, fields.size())));
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i).addFirst((long) i);
    }
    dataset.history(schema, rows);
  }

  private TestDataset.Write write(JsonNode step) {
    DataSchema schema =
        CaseTypes.schema(step.has("columns") ? step.get("columns") : json.get("columns"));
    return new TestDataset.Write(
        schema,
        cut.apply(CaseRows.batches(step, schema)),
        false,
        CaseValues.instant(step.get("systemTime").asText()),
        CaseValues.instant(step.get("sourceEventTime").asText()),
        null,
        null,
        null);
  }

  static MergeStrategy strategy(JsonNode json) {
    return OdfTypes.MERGE_STRATEGY.fromJson(json);
  }

  private Vocabulary vocabulary() {
    return vocabulary(json.get("vocab"));
  }

  static Vocabulary vocabulary(@Nullable JsonNode vocab) {
    if (vocab == null) {
      return Vocabulary.DEFAULT;
    }
    return Vocabulary.of(
        new MetadataEvent.SetVocab(
            text(vocab, "offsetColumn"),
            text(vocab, "operationTypeColumn"),
            text(vocab, "systemTimeColumn"),
            text(vocab, "eventTimeColumn")));
  }

  private static @Nullable String text(JsonNode json, String name) {
    return json.has(name) ? json.get(name).asText() : null;
  }
}
