package io.heddle.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.encoding.BlockCodec;
import io.heddle.hash.LogicalHasher;
import io.heddle.hash.Sha3;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DamagedDataException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SliceRoundTripTest {
  private final RootAllocator allocator = new RootAllocator();

  @TempDir Path folder;

  @AfterEach
  void nothingLeaks() {
    allocator.close();
  }

  @Test
  void rowsOfAllTypesComeBack() {
    DataSchema schema = Rows.ofAllTypes();
    try (VectorSchemaRoot rows = Rows.random(schema, 10_000, 7, allocator)) {
      Path file = write(schema, rows, 3_000).file();

      assertThat(read(file, schema)).isEqualTo(texts(rows));
    }
  }

  @Test
  void storedTypesGiveTheHashThatWasComputedWhileWriting() {
    DataSchema schema = Rows.ofAllTypes();
    try (VectorSchemaRoot rows = Rows.random(schema, 10_500, 8, allocator)) {
      Written written = write(schema, rows, 5_000);

      try (SliceReader reader =
          SliceReader.openAsStored(SliceSource.of(written.file()), allocator)) {
        LogicalHasher hasher = LogicalHasher.ofSlice(reader.storedSchema());
        while (reader.next()) {
          hasher.update(reader.root());
        }
        assertThat(reader.rowCount()).isEqualTo(10_500);
        assertThat(hasher.hash()).isEqualTo(written.slice().logicalHash());
      }
    }
  }

  @Test
  void fileIsTheSameHoweverItsRowsAreCut() throws IOException {
    DataSchema schema = Rows.ofAllTypes();
    try (VectorSchemaRoot rows = Rows.random(schema, 2_000, 9, allocator)) {
      Written whole = write(schema, rows, 5_000);
      Written cut = write(schema, rows, 170);

      assertThat(cut.slice()).isEqualTo(whole.slice());
      byte[] bytes = Files.readAllBytes(whole.file());
      assertThat(whole.slice().physicalHash()).isEqualTo(Sha3.hash(bytes));
      assertThat(whole.slice().size()).isEqualTo(bytes.length);
      assertThat(Files.readAllBytes(cut.file())).isEqualTo(bytes);
    }
  }

  @Test
  void columnThatIsMissingInAnOldSliceIsNull() {
    DataSchema old = Rows.dataset(new DataType.Int32());
    DataSchema current = Rows.dataset(new DataType.Int32(), new DataType.Text());
    try (VectorSchemaRoot rows = Rows.random(old, 10, 1, allocator)) {
      Path file = write(old, rows, 10).file();

      assertThat(read(file, current))
          .isEqualTo(texts(rows).stream().map(row -> row + "|null").toList());
    }
  }

  @Test
  void requiredColumnThatIsMissingIsTold() {
    DataSchema old = Rows.dataset();
    List<DataField> fields = new ArrayList<>(old.fields());
    fields.add(new DataField("city", new DataType.Text()));
    try (VectorSchemaRoot rows = Rows.random(old, 10, 1, allocator)) {
      Path file = write(old, rows, 10).file();

      assertThatThrownBy(() -> read(file, new DataSchema(fields)))
          .isInstanceOf(DamagedDataException.class)
          .hasMessageContaining("\"city\"");
    }
  }

  @Test
  void nullInRequiredColumnIsRefused() {
    DataSchema schema = Rows.dataset();
    try (VectorSchemaRoot rows = Rows.random(schema, 10, 1, allocator);
        SliceWriter writer = new SliceWriter(folder.resolve("refused"), schema)) {
      ((UInt8Vector) rows.getVector("offset")).setNull(3);

      assertThatThrownBy(() -> writer.write(rows))
          .isInstanceOfSatisfying(
              IngestException.class,
              e -> assertThat(e.kind()).isEqualTo(FailureKind.ExecutionError))
          .hasMessageContaining("\"offset\" has 1 nulls");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "9, 0", "9, 2", "18, 0", "19, 3", "37, 0", "38, 0", "38, 38", "39, 0", "76, 10",
  })
  void decimalsOfMoreDigitsThanTheirTypeAreRefused(int precision, int scale) {
    DataType decimal = new DataType.Option(new DataType.Decimal(precision, scale));
    DataType within =
        new DataType.Struct(List.of(new DataField("list", new DataType.List(decimal, null))));
    DataSchema schema = Rows.dataset(within);
    BigInteger most = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
    for (BigInteger fits : List.of(most, most.negate(), BigInteger.ZERO, BigInteger.ONE.negate())) {
      writeDecimal(schema, fits);
    }
    for (BigInteger tooLong :
        List.of(most.add(BigInteger.ONE), most.add(BigInteger.ONE).negate())) {
      assertThatThrownBy(() -> writeDecimal(schema, tooLong))
          .isInstanceOf(IngestException.class)
          .hasMessageContaining("column \"%s\": ".formatted(schema.fields().getLast().name()))
          .hasMessageContaining("more digits than a Decimal(%d,%d)".formatted(precision, scale));
    }
  }

  private void writeDecimal(DataSchema schema, BigInteger unscaled) {
    try (VectorSchemaRoot rows = Rows.random(schema, 50, 1, allocator);
        SliceWriter writer = new SliceWriter(folder.resolve("decimal"), schema)) {
      FieldVector lists = rows.getVector(4).getChildrenFromFields().getFirst();
      FieldVector decimals = lists.getChildrenFromFields().getFirst();
      int width = decimals instanceof DecimalVector ? 16 : 32;
      int row =
          IntStream.range(0, decimals.getValueCount())
              .filter(i -> !decimals.isNull(i))
              .findFirst()
              .orElseThrow();
      byte[] bytes = unscaled.toByteArray();
      for (int i = 0; i < width; i++) {
        int from = bytes.length - 1 - i;
        int sign = unscaled.signum() < 0 ? -1 : 0;
        decimals.getDataBuffer().setByte((long) row * width + i, from < 0 ? sign : bytes[from]);
      }
      writer.write(rows);
    }
  }

  @Test
  void namesThatAreNotToldApartAreRefused() {
    DataField one = new DataField("a", new DataType.Option(new DataType.Int32()));
    DataType twice = new DataType.Struct(List.of(one, one));
    DataType inList = new DataType.List(new DataType.List(twice, null), null);

    assertUnsupported(
        new DataSchema(List.of(one, one)), "the schema has two fields of the name \"a\"");
    assertUnsupported(
        new DataSchema(List.of(new DataField("place", new DataType.Option(twice)))),
        "column \"place\" has two fields of the name \"a\"");
    assertUnsupported(new DataSchema(List.of(new DataField("tags", inList))), "column \"tags\"");
    assertUnsupported(
        new DataSchema(List.of(new DataField("\ud83e", new DataType.Int32()))),
        "half of a surrogate pair");
  }

  @Test
  void typesThatNoBlockHoldsAreRefused() {
    DataSchema deepest = new DataSchema(List.of(nested(20)));
    try (SliceWriter writer = new SliceWriter(folder.resolve("deep"), deepest)) {
      assertThat(BlockCodec.decode(BlockCodec.encode(setSchema(deepest))))
          .isEqualTo(setSchema(deepest));
    }

    assertUnsupported(new DataSchema(List.of(nested(21))), "more than 20 levels");
  }

  private static MetadataBlock setSchema(DataSchema schema) {
    return new MetadataBlock(Instant.EPOCH, null, 1, new MetadataEvent.SetDataSchema(schema));
  }

  private static DataField nested(int levels) {
    DataType type =
        levels == 1 ? new DataType.Int32() : new DataType.Struct(List.of(nested(levels - 1)));
    return new DataField("x", new DataType.Option(type));
  }

  private void assertUnsupported(DataSchema schema, String message) {
    assertThatThrownBy(() -> new SliceWriter(folder.resolve("refused"), schema))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.kind()).isEqualTo(FailureKind.UnsupportedSchema))
        .hasMessageContaining(message);
  }

  @Test
  void oddNamesComeBack() {
    DataType number = new DataType.Option(new DataType.Int32());
    DataSchema schema =
        new DataSchema(
            Stream.of(
                    "",
                    "a",
                    "A",
                    "a.b",
                    "quote \" and '",
                    "line\nbreak",
                    "nul\u0000",
                    "\ud83e\uddf5",
                    "\u05e9\u05dc \u202e")
                .map(name -> new DataField(name, number))
                .toList());
    try (VectorSchemaRoot rows = Rows.random(schema, 100, 5, allocator)) {
      Path file = write(schema, rows, 30).file();

      assertThat(read(file, schema)).isEqualTo(texts(rows));
    }
  }

  @Test
  void otherColumnsAreRefused() {
    DataSchema schema = Rows.dataset(new DataType.Int32());
    try (VectorSchemaRoot rows = Rows.random(Rows.dataset(new DataType.Int64()), 10, 1, allocator);
        SliceWriter writer = new SliceWriter(folder.resolve("refused"), schema)) {
      assertThatThrownBy(() -> writer.write(rows))
          .isInstanceOfSatisfying(
              IngestException.class,
              e -> assertThat(e.kind()).isEqualTo(FailureKind.IncompatibleSchema));
    }
  }

  @Test
  void damagedFileIsTold() throws IOException {
    DataSchema schema = Rows.ofAllTypes();
    byte[] bytes;
    try (VectorSchemaRoot rows = Rows.random(schema, 300, 3, allocator)) {
      bytes = Files.readAllBytes(write(schema, rows, 300).file());
    }
    Random random = new Random(5);

    for (int i = 0; i < 150; i++) {
      byte[] damaged =
          i % 3 == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
      if (i % 3 > 0) {
        damaged[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      }
      try {
        read(SliceSource.of(damaged), schema);
      } catch (DamagedDataException expected) {
        assertThat(expected).hasMessageNotContaining("null");
      }
    }
  }

  @Test
  void troubleOfTheSourceIsNotDamage() throws IOException {
    DataSchema schema = Rows.dataset(new DataType.Text());
    byte[] bytes;
    try (VectorSchemaRoot rows = Rows.random(schema, 300, 3, allocator)) {
      bytes = Files.readAllBytes(write(schema, rows, 300).file());
    }
    SliceSource unreachable =
        new SliceSource() {
          @Override
          public long size() {
            return bytes.length;
          }

          @Override
          public byte[] read(long position, int length) {
            throw new IllegalStateException("unreachable");
          }
        };

    assertThatThrownBy(() -> read(unreachable, schema))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("unreachable");
  }

  private record Written(Path file, WrittenSlice slice) {}

  private Written write(DataSchema schema, VectorSchemaRoot rows, int batchSize) {
    Path file = folder.resolve("slice-" + batchSize + "-" + rows.getRowCount());
    try (SliceWriter writer = new SliceWriter(file, schema)) {
      for (int start = 0; start < rows.getRowCount(); start += batchSize) {
        int length = Math.min(batchSize, rows.getRowCount() - start);
        try (VectorSchemaRoot batch = rows.slice(start, length)) {
          writer.write(batch);
        }
      }
      return new Written(file, writer.finish());
    }
  }

  private List<String> read(Path file, DataSchema schema) {
    return read(SliceSource.of(file), schema);
  }

  private List<String> read(SliceSource source, DataSchema schema) {
    List<String> rows = new ArrayList<>();
    try (SliceReader reader = SliceReader.open(source, schema, allocator)) {
      while (reader.next()) {
        rows.addAll(texts(reader.root()));
      }
    }
    return rows;
  }

  private static List<String> texts(VectorSchemaRoot root) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < root.getRowCount(); row++) {
      StringBuilder text = new StringBuilder();
      for (FieldVector vector : root.getFieldVectors()) {
        Object value = vector.getObject(row);
        text.append(text.isEmpty() ? "" : "|")
            .append(value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
      }
      rows.add(text.toString());
    }
    return rows;
  }
}
