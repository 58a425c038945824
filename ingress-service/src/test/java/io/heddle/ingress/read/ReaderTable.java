package io.heddle.ingress.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.conformance.ConformanceCase;
import io.heddle.conformance.ConformanceSuite;
import io.heddle.odf.ReadStep;
import io.heddle.schema.DataField;
import io.heddle.schema.TypeNotation;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A table in the notation of the cases.
 *
 * @param columns name and type
 * @param rows each with a text for each column
 */
record ReaderTable(List<String> columns, List<List<String>> rows) {

  /** The table that a case's input is read to. */
  static ReaderTable read(ConformanceCase given, Path folder, int maxBatchRows) throws IOException {
    Path file = folder.resolve("input");
    Files.write(file, bytes(given.get("input")));
    ReadStep step = CaseReadSteps.parse(given.get("read"));
    try (BufferAllocator allocator = new RootAllocator();
        RowReader reader =
            Readers.standard()
                .open(
                    new ReadInput(file, "input"),
                    step,
                    new ReadContext(allocator, maxBatchRows, 1 << 20, 1 << 20))) {
      ReaderTable table = new ReaderTable(columns(reader.schema().fields()), new ArrayList<>());
      while (reader.loadNextBatch()) {
        table.add(reader.root());
      }
      if (reader.rows() != table.rows.size()) {
        throw new AssertionError(reader.rows() + " rows counted, delivered: " + table);
      }
      return table;
    }
  }

  static List<String> columns(List<DataField> fields) {
    return fields.stream()
        .map(field -> field.name() + ": " + TypeNotation.of(field.type()))
        .toList();
  }

  /** The table that a case expects. */
  static ReaderTable expected(JsonNode expected) {
    return new ReaderTable(
        expectedColumns(expected.required("schema")),
        expected
            .required("rows")
            .valueStream()
            .map(row -> row.valueStream().map(ReaderTable::canonical).toList())
            .toList());
  }

  static List<String> expectedColumns(JsonNode schema) {
    return schema
        .valueStream()
        .map(field -> field.path("name").asText() + ": " + utcIfNone(field.path("type").asText()))
        .toList();
  }

  /** An ODF timestamp without a zone is one in UTC. */
  private static String utcIfNone(String type) {
    return type.replace(",none)", ",UTC)").replace("Timestamp(Millisecond,UTC)", "Timestamp");
  }

  private static byte[] bytes(JsonNode input) {
    if (input.has("hex")) {
      return HexFormat.of().parseHex(input.get("hex").textValue().substring("0x".length()));
    }
    if (!input.has("text")) {
      ConformanceSuite.notSupported("inputs of this kind belong to formats that come later");
    }
    return input.get("text").textValue().getBytes(StandardCharsets.UTF_8);
  }

  private void add(VectorSchemaRoot root) {
    for (int row = 0; row < root.getRowCount(); row++) {
      List<String> values = new ArrayList<>();
      for (FieldVector vector : root.getFieldVectors()) {
        values.add(canonical(ArrowValues.toJson(vector, row)));
      }
      rows.add(values);
    }
  }

  /** One text for equal values: 2 and 2.0 are the same number, times without a zone are UTC. */
  private static String canonical(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(member -> member.getKey() + ": " + canonical(member.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value.isArray()) {
      return value
          .valueStream()
          .map(ReaderTable::canonical)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value.isNumber()) {
      return new BigDecimal(value.asText()).stripTrailingZeros().toPlainString();
    }
    return value.toString().replaceFirst("^(\"\\d{4}-\\d\\d-\\d\\dT[0-9:.]+)Z\"$", "$1\"");
  }

  /** The table as lines; with columns in the order of their names if their order is free. */
  String text(boolean anyOrder) {
    List<Integer> order =
        IntStream.range(0, columns.size())
            .boxed()
            .sorted(
                (left, right) ->
                    anyOrder ? columns.get(left).compareTo(columns.get(right)) : left - right)
            .toList();
    StringBuilder text = new StringBuilder(line(columns, order));
    rows.forEach(row -> text.append(line(row, order)));
    return text.toString();
  }

  private static String line(List<String> cells, List<Integer> order) {
    return order.stream().map(cells::get).collect(Collectors.joining(" | ", "", "\n"));
  }
}
