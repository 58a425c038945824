package io.heddle.ingress.preprocess;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.ingress.read.RowReader;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.jspecify.annotations.Nullable;

/** The columns and rows of a case, to and from the rows of a reader. */
record CaseTable(List<DataField> fields, List<List<@Nullable Object>> rows) {
  private static final int BATCH_ROWS = 2;

  static CaseTable of(JsonNode table) {
    List<DataField> fields = new ArrayList<>();
    for (JsonNode column : table.path("columns")) {
      fields.add(new DataField(column.path("name").asText(), type(column.path("type").asText())));
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (JsonNode row : table.path("rows")) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 0; i < fields.size(); i++) {
        values.add(value(row.get(i), fields.get(i).type()));
      }
      rows.add(values);
    }
    return new CaseTable(fields, rows);
  }

  RowReader open(BufferAllocator allocator) {
    return new FixedRows(allocator, fields, rows, BATCH_ROWS);
  }

  /** Reads everything; the reader stays open. */
  static CaseTable read(RowReader reader) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (reader.loadNextBatch()) {
      for (int row = 0; row < reader.root().getRowCount(); row++) {
        List<@Nullable Object> values = new ArrayList<>();
        for (FieldVector vector : reader.root().getFieldVectors()) {
          values.add(value(vector, row));
        }
        rows.add(values);
      }
    }
    return new CaseTable(reader.schema().fields(), rows);
  }

  CaseTable ignoringOptionality() {
    return new CaseTable(
        fields.stream().map(field -> new DataField(field.name(), inner(field.type()))).toList(),
        rows);
  }

  private static @Nullable Object value(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (vector) {
      case TimeStampVector time -> time.get(row);
      default -> {
        Object value = vector.getObject(row);
        yield value instanceof Number || value instanceof Boolean ? value : value.toString();
      }
    };
  }

  private static @Nullable Object value(JsonNode node, DataType type) {
    if (node.isNull()) {
      return null;
    }
    return switch (inner(type)) {
      case DataType.Timestamp ignored -> Instant.parse(node.textValue()).toEpochMilli();
      case DataType.Int64 ignored -> node.longValue();
      case DataType.Float64 ignored -> node.doubleValue();
      case DataType.Text ignored -> node.textValue();
      default -> throw new IllegalArgumentException("a case with values of " + type);
    };
  }

  private static DataType inner(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
  }

  private static DataType type(String text) {
    if (text.endsWith("?")) {
      return new DataType.Option(type(text.substring(0, text.length() - 1)));
    }
    return switch (text) {
      case "String" -> new DataType.Text();
      case "Int64" -> new DataType.Int64();
      case "Float64" -> new DataType.Float64();
      case "Timestamp" -> new DataType.Timestamp(TimeUnit.Millisecond, "UTC");
      default -> throw new IllegalArgumentException("a case with a column of type " + text);
    };
  }
}
