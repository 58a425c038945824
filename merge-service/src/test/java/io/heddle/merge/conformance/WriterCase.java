package io.heddle.merge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.encoding.OdfTypes;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.SourceState;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/** Runs one case of {@code cases/writer/}, as far as merging and deciding go. */
final class WriterCase {
  private final JsonNode json;
  private final CaseRows.Cut cut;

  WriterCase(JsonNode json, CaseRows.Cut cut) {
    this.json = json;
    this.cut = cut;
  }

  /** What a writer does not decide itself: manual watermarks, races, linked objects, Parquet. */
  static boolean isSupported(JsonNode json) {
    for (JsonNode step : json.get("steps")) {
      String action = step.get("action").asText();
      if (!List.of("write", "setSchema", "reopen").contains(action)
          || step.path("expect").path("result").asText().equals("error")
              && action.equals("setSchema")) {
        return false;
      }
    }
    return !json.get("dataset").has("writers") && !json.get("dataset").has("objects");
  }

  void run() {
    try (BufferAllocator allocator = new RootAllocator()) {
      JsonNode target = json.get("dataset");
      TestDataset dataset =
          new TestDataset(
              MergeCase.strategy(target.get("merge")),
              MergeCase.vocabulary(target.get("vocab")),
              allocator);
      if (target.has("schema")) {
        dataset.setSchema(CaseTypes.schema(target.get("schema")));
      }
      for (JsonNode step : json.get("steps")) {
        switch (step.get("action").asText()) {
          case "setSchema" -> dataset.setSchema(CaseTypes.schema(step.get("schema")));
          case "write" -> write(dataset, step);
          default -> {}
        }
      }
    }
  }

  private void write(TestDataset dataset, JsonNode step) {
    JsonNode expect = step.get("expect");
    TestDataset.Written written;
    try {
      written = dataset.write(parse(step));
    } catch (IngestException e) {
      assertThat(expect.get("result").asText()).as(e.getMessage()).isEqualTo("error");
      ExpectedError.assertMatches(expect.path("error"), e);
      return;
    }
    assertThat(expect.get("result").asText())
        .as(written.toString())
        .isEqualTo(written.events().isEmpty() ? "nothingToCommit" : "committed");
    if (written.events().isEmpty()) {
      return;
    }
    expectEvents(written, expect);
    if (expect.has("schema")) {
      assertThat(plain(Objects.requireNonNull(dataset.facts().schema())))
          .isEqualTo(plain(CaseTypes.schema(expect.get("schema"))));
    }
    if (expect.path("slice").isObject()) {
      expectSlice(written, dataset, expect.get("slice"));
    } else if (expect.has("slice")) {
      assertThat(written.rows()).isEmpty();
    }
    MergeCase.expectTaskResult(written, expect.path("taskResult"));
  }

  /** Names and types, a time zone that is not said being UTC. */
  private static List<String> plain(DataSchema schema) {
    return schema.fields().stream()
        .map(
            field ->
                field.name()
                    + ' '
                    + field.type().toString().replace("timezone=null", "timezone=UTC"))
        .toList();
  }

  private void expectEvents(TestDataset.Written written, JsonNode expect) {
    List<String> kinds =
        written.events().stream().map(event -> event.getClass().getSimpleName()).toList();
    List<String> expected = new ArrayList<>();
    expect.get("events").forEach(event -> expected.add(event.asText()));
    assertThat(kinds).isEqualTo(expected);
    if (!(written.events().getLast() instanceof MetadataEvent.AddData data)) {
      return;
    }
    if (expect.has("prevOffset")) {
      assertThat(String.valueOf(data.prevOffset())).isEqualTo(expect.get("prevOffset").asText());
    }
    if (expect.has("offsets")) {
      String offsets =
          data.newData() == null
              ? "null"
              : "[%d,%d]"
                  .formatted(
                      data.newData().offsetInterval().start(),
                      data.newData().offsetInterval().end());
      assertThat(offsets).isEqualTo(expect.get("offsets").toString());
    }
    if (expect.has("watermark")) {
      assertThat(data.newWatermark()).isEqualTo(instant(expect, "watermark"));
    }
    if (expect.has("sourceState")) {
      assertThat(data.newSourceState()).isEqualTo(state(expect.get("sourceState")));
    }
  }

  private static @Nullable SourceState state(@Nullable JsonNode state) {
    return state == null || state.isNull() ? null : OdfTypes.SOURCE_STATE.fromJson(state);
  }

  private static @Nullable Instant instant(JsonNode json, String name) {
    return json.path(name).isMissingNode() || json.get(name).isNull()
        ? null
        : CaseValues.instant(json.get(name).asText());
  }

  private void expectSlice(TestDataset.Written written, TestDataset dataset, JsonNode slice) {
    DataSchema schema = Objects.requireNonNull(dataset.facts().schema());
    List<String> names = new ArrayList<>();
    List<DataField> fields = new ArrayList<>();
    for (JsonNode column : slice.get("columns")) {
      names.add(column.asText());
      fields.add(schema.field(column.asText()).orElseThrow());
    }
    assertThat(written.columns()).isEqualTo(names);
    List<List<@Nullable Object>> expected =
        CaseRows.rows(slice.get("rows"), new DataSchema(fields));
    boolean perKey = slice.path("ordering").asText().equals("perKey");
    if (!perKey) {
      assertThat(written.rows()).isEqualTo(expected);
      return;
    }
    List<Integer> key = new ArrayList<>();
    for (JsonNode column : json.get("dataset").get("merge").path("primaryKey")) {
      key.add(names.indexOf(column.asText()) - 1);
    }
    if (!CaseRows.same(withoutOffset(expected), withoutOffset(written.rows()), true, 0, key)) {
      assertThat(written.rows()).isEqualTo(expected);
    }
  }

  private static List<List<@Nullable Object>> withoutOffset(List<List<@Nullable Object>> rows) {
    List<List<@Nullable Object>> cut = new ArrayList<>();
    rows.forEach(row -> cut.add(row.subList(1, row.size())));
    return cut;
  }

  private TestDataset.Write parse(JsonNode step) {
    JsonNode input = step.get("input");
    boolean table = input != null && !input.isNull();
    DataSchema schema = table ? CaseTypes.schema(input.get("columns")) : null;
    return new TestDataset.Write(
        schema,
        schema == null ? List.of() : cut.apply(CaseRows.batches(input, schema)),
        step.path("schemaDeclared").asBoolean(),
        CaseValues.instant(step.get("systemTime").asText()),
        instant(step, "sourceEventTime"),
        instant(step, "newWatermark"),
        step.has("targetRecordsPerSlice") ? step.get("targetRecordsPerSlice").asLong() : null,
        state(step.get("newSourceState")));
  }
}
