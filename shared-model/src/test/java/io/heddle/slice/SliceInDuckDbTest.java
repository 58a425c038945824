package io.heddle.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another engine makes of our files, above all where it skips rows by statistics. */
class SliceInDuckDbTest {
  private static final int ROWS = 20_000;
  private static final DataSchema SCHEMA =
      Rows.dataset(
          new DataType.UInt64(),
          new DataType.UInt32(),
          new DataType.Float64(),
          new DataType.Text());

  private final RootAllocator allocator = new RootAllocator();

  @TempDir Path folder;
  private Connection connection;
  private Path file;

  @BeforeEach
  void write() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    execute("SET autoinstall_known_extensions = false");
    execute("SET autoload_known_extensions = false");
    execute("SET TimeZone = 'UTC'");
    file = folder.resolve("slice.parquet");
    try (VectorSchemaRoot rows = Rows.random(SCHEMA, ROWS, 11, allocator);
        SliceWriter writer = new SliceWriter(file, SCHEMA)) {
      for (int row = 0; row < ROWS; row++) {
        // Half of them lie beyond the signed range.
        ((UInt8Vector) rows.getVector("c0")).setSafe(row, row % 2 == 0 ? row : -1L - row);
        ((UInt4Vector) rows.getVector("c1")).setSafe(row, row % 2 == 0 ? row : -1 - row);
        ((Float8Vector) rows.getVector("c2")).setSafe(row, row % 1000 == 0 ? Double.NaN : row);
        String text = row % 7 == 0 ? "zürich " + "x".repeat(200) + row : "bern " + row;
        ((VarCharVector) rows.getVector("c3")).setSafe(row, text.getBytes(StandardCharsets.UTF_8));
      }
      ((VarCharVector) rows.getVector("c3")).setNull(1);
      rows.setRowCount(ROWS);
      writer.write(rows);
      writer.finish();
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    allocator.close();
  }

  @Test
  void typesAreThoseOfTheDataset() throws SQLException {
    assertThat(column("SELECT column_type FROM (DESCRIBE SELECT * FROM slice)"))
        .containsExactly(
            "UBIGINT",
            "UTINYINT",
            "TIMESTAMP WITH TIME ZONE",
            "TIMESTAMP WITH TIME ZONE",
            "UBIGINT",
            "UINTEGER",
            "DOUBLE",
            "VARCHAR");
  }

  @Test
  void encodingsAreThoseOfTheDataModel() throws SQLException {
    assertThat(
            column(
                "SELECT path_in_schema || ' ' || compression || ' ' || encodings"
                    + " FROM parquet_metadata('%s') WHERE column_id < 2"))
        .satisfiesExactly(
            offset -> assertThat(offset).isEqualTo("offset ZSTD DELTA_BINARY_PACKED"),
            op -> assertThat(op).startsWith("op ZSTD").contains("RLE_DICTIONARY"));
    assertThat(column("SELECT decode(key) FROM parquet_kv_metadata('%s') ORDER BY 1"))
        .containsExactly("ARROW:schema", "opendatafabric.org/schema");
  }

  @Test
  void filtersOnUnsignedColumnsFindTheirRows() throws SQLException {
    assertThat(count("c0 > 9223372036854775807")).isEqualTo(ROWS / 2);
    assertThat(count("c0 = 18446744073709551614")).isEqualTo(1);
    assertThat(count("c0 <= 10")).isEqualTo(6);
    assertThat(count("c1 > 2147483647")).isEqualTo(ROWS / 2);
    assertThat(count("\"offset\" BETWEEN 100 AND 199")).isEqualTo(100);
    assertThat(count("op = 3")).isEqualTo(ROWS / 4);
  }

  @Test
  void filtersOnTextsFindTheirRows() throws SQLException {
    assertThat(count("c3 = 'bern 5'")).isEqualTo(1);
    assertThat(count("c3 >= 'z'")).isEqualTo((ROWS + 6) / 7);
    assertThat(count("c3 = 'zürich ' || repeat('x', 200) || '7'")).isEqualTo(1);
    assertThat(count("c3 IS NULL")).isEqualTo(1);
  }

  @Test
  void filtersBesideNanFindTheirRows() throws SQLException {
    assertThat(count("isnan(c2)")).isEqualTo(ROWS / 1000);
    assertThat(count("c2 < 10")).isEqualTo(9);
    assertThat(count("c2 > " + (ROWS - 10) + " AND NOT isnan(c2)")).isEqualTo(9);
  }

  @Test
  void foreignFileOfTheSameRowsIsRead() throws SQLException {
    Path foreign = folder.resolve("foreign.parquet");
    for (String compression : List.of("snappy", "gzip", "zstd", "uncompressed")) {
      execute(
          "COPY (SELECT \"offset\"::BIGINT AS \"offset\", op::INTEGER AS op, system_time,"
              + " event_time, c0, c1, c2, c3 FROM slice) TO '"
              + foreign
              + "' (FORMAT parquet, COMPRESSION "
              + compression
              + ", ROW_GROUP_SIZE 7000)");
      DataSchema legacy = withMicroseconds(SCHEMA);

      try (SliceReader reader = SliceReader.open(SliceSource.of(foreign), legacy, allocator)) {
        long rows = 0;
        while (reader.next()) {
          UInt8Vector offsets = (UInt8Vector) reader.root().getVector("offset");
          assertThat(offsets.get(0)).isEqualTo(rows);
          rows += reader.root().getRowCount();
        }
        assertThat(rows).isEqualTo(ROWS).isEqualTo(reader.rowCount());
      }
    }
  }

  /** DuckDB stores its timestamps in microseconds. */
  private static DataSchema withMicroseconds(DataSchema schema) {
    return new DataSchema(
        schema.fields().stream()
            .map(
                field ->
                    field.type() instanceof DataType.Timestamp
                        ? new DataField(
                            field.name(), new DataType.Timestamp(TimeUnit.Microsecond, "UTC"))
                        : field)
            .toList());
  }

  private long count(String condition) throws SQLException {
    return Long.parseLong(column("SELECT count(*) FROM slice WHERE " + condition).getFirst());
  }

  private List<String> column(String query) throws SQLException {
    String sql =
        query.replace("FROM slice", "FROM read_parquet('" + file + "')").replace("%s", "" + file);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql.replace("FROM slice", "FROM read_parquet('" + file + "')"));
    }
  }
}
