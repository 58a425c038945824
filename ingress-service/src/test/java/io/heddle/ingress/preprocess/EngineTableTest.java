package io.heddle.ingress.preprocess;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import io.heddle.sql.EngineTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that is declared for a schema has the types of rows of that schema. */
class EngineTableTest {
  private static final long MIB = 1024 * 1024;

  @TempDir Path folder;

  @Test
  void declaredTypesAreThoseOfRows() {
    List<DataField> fields = fields();
    DataSchema schema = new DataSchema(fields);
    SqlSettings settings = new SqlSettings(64 * MIB, 64 * MIB, 1, Duration.ofMinutes(1), 100);
    try (BufferAllocator allocator = new RootAllocator(64 * MIB);
        FixedRows rows = new FixedRows(allocator, fields, List.of(), 1);
        DuckDbSession session = DuckDbSession.open(settings, folder)) {
      session.registerInput("input", rows, allocator);
      session.createView(
          "declared", "SELECT * FROM (VALUES (%s)) AS declared".formatted(nulls(schema)));

      assertThat(session.bind("from declared").stream().map(column -> column.type()).toList())
          .isEqualTo(session.bind("from input").stream().map(column -> column.type()).toList());
    }
  }

  /** As many typed nulls as there are columns. */
  private static String nulls(DataSchema schema) {
    List<String> nulls = new ArrayList<>();
    for (DataField field : schema.fields()) {
      String column = EngineTable.columns(new DataSchema(List.of(field))).orElseThrow();
      String type = column.substring(EngineTable.quoted(field.name()).length() + 1);
      nulls.add("NULL::" + type);
    }
    return String.join(", ", nulls);
  }

  private static List<DataField> fields() {
    List<DataType> types =
        new ArrayList<>(
            List.of(
                new DataType.Bool(),
                new DataType.Int8(),
                new DataType.Int16(),
                new DataType.Int32(),
                new DataType.Int64(),
                new DataType.UInt8(),
                new DataType.UInt16(),
                new DataType.UInt32(),
                new DataType.UInt64(),
                new DataType.Float32(),
                new DataType.Float64(),
                new DataType.Decimal(38, 10),
                new DataType.Decimal(5, 2),
                new DataType.Text(),
                new DataType.Binary(null),
                new DataType.Date(),
                new DataType.Option(new DataType.Int32()),
                new DataType.List(new DataType.Option(new DataType.Text()), null),
                new DataType.Struct(
                    List.of(
                        new DataField("a b", new DataType.Int32()),
                        new DataField("c\"d", new DataType.Date())))));
    for (TimeUnit unit : TimeUnit.values()) {
      types.add(new DataType.Time(unit));
      types.add(new DataType.Timestamp(unit, null));
      types.add(new DataType.Timestamp(unit, "UTC"));
    }
    List<DataField> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      fields.add(new DataField("c" + i, types.get(i)));
    }
    return fields;
  }
}
