package io.heddle.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.multiformats.Multihash;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogicalHasherTest {
  private static final int SECOND_GROUP = 12_000;
  private static final DataType OPTIONAL_TEXT = new DataType.Option(new DataType.Text());
  private static final DataType OPTIONAL_INT = new DataType.Option(new DataType.Int32());
  private static final Schema SCHEMA =
      ArrowSchemas.toArrow(
          new DataSchema(
              List.of(
                  new DataField("id", new DataType.Int64()),
                  new DataField("text", OPTIONAL_TEXT),
                  new DataField("flag", new DataType.Option(new DataType.Bool())),
                  new DataField("list", new DataType.Option(new DataType.List(OPTIONAL_INT, null))),
                  new DataField(
                      "struct",
                      new DataType.Option(
                          new DataType.Struct(
                              List.of(
                                  new DataField("n", OPTIONAL_INT),
                                  new DataField("s", OPTIONAL_TEXT))))))));

  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void nothingLeaks() {
    allocator.close();
  }

  @Test
  void howSliceIsCutMakesNoDifference() {
    try (VectorSchemaRoot rows = rows(25_001)) {
      Multihash whole = cut(rows, LogicalHasher.ofSlice(SCHEMA), 25_001);

      assertThat(cut(rows, LogicalHasher.ofSlice(SCHEMA), 7)).isEqualTo(whole);
      assertThat(cut(rows, LogicalHasher.ofSlice(SCHEMA), 9_999)).isEqualTo(whole);
      assertThat(cut(rows, LogicalHasher.ofSlice(SCHEMA), 10_000)).isEqualTo(whole);
    }
  }

  @Test
  void sliceIsHashedInBatchesOfTenThousandRows() {
    try (VectorSchemaRoot rows = rows(25_001)) {
      assertThat(cut(rows, LogicalHasher.ofSlice(SCHEMA), 25_001))
          .isEqualTo(cut(rows, LogicalHasher.ofBatches(SCHEMA), 10_000))
          .isNotEqualTo(cut(rows, LogicalHasher.ofBatches(SCHEMA), 50));
    }
  }

  @Test
  void otherReadersLeaveOtherValuesUnderNulls() {
    try (VectorSchemaRoot rows = rows(25_001)) {
      LogicalHasher packed = LogicalHasher.ofSlice(SCHEMA, UnderNulls.PACKED);
      Multihash zeros = cut(rows, LogicalHasher.ofSlice(SCHEMA), 4_000);
      Multihash read = cutInGroups(rows, packed);

      packUnderNulls(rows);

      assertThat(packed.hashedUnderNulls()).isTrue();
      assertThat(read)
          .isEqualTo(cut(rows, LogicalHasher.ofBatches(SCHEMA), 10_000))
          .isNotEqualTo(zeros);
      assertThat(cut(rows, LogicalHasher.ofSlice(SCHEMA), 4_000)).isEqualTo(zeros);
    }
  }

  @Test
  void longTextsAreHashedWhole() {
    Schema schema =
        ArrowSchemas.toArrow(new DataSchema(List.of(new DataField("text", OPTIONAL_TEXT))));
    try (VectorSchemaRoot rows = VectorSchemaRoot.create(schema, allocator);
        VectorSchemaRoot other = VectorSchemaRoot.create(schema, allocator)) {
      VarCharVector texts = (VarCharVector) rows.getVector("text");
      texts.setSafe(0, "x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
      texts.setSafe(2, "y".getBytes(StandardCharsets.UTF_8));
      rows.setRowCount(3);
      VarCharVector otherTexts = (VarCharVector) other.getVector("text");
      otherTexts.setSafe(0, ("x".repeat(99_999) + "z").getBytes(StandardCharsets.UTF_8));
      otherTexts.setSafe(2, "y".getBytes(StandardCharsets.UTF_8));
      other.setRowCount(3);

      assertThat(cut(rows, LogicalHasher.ofSlice(schema), 3))
          .isEqualTo(cut(rows, LogicalHasher.ofSlice(schema), 1))
          .isNotEqualTo(cut(other, LogicalHasher.ofSlice(schema), 3));
    }
  }

  @Test
  void aRefusalNamesTheUsersColumn() {
    DataType struct = new DataType.Struct(List.of(new DataField("a", OPTIONAL_INT)));
    DataType lists = new DataType.List(new DataType.Option(struct), null);
    Schema schema = ArrowSchemas.toArrow(new DataSchema(List.of(new DataField("tags", lists))));

    assertThatThrownBy(() -> LogicalHasher.ofSlice(schema))
        .hasMessageContaining("column \"tags\": lists of structs cannot be hashed");
  }

  @Test
  void typesWithoutHashAreRefused() {
    for (DataType type :
        List.of(
            new DataType.Duration(null),
            new DataType.Map(new DataType.Text(), OPTIONAL_TEXT, null),
            new DataType.List(new DataType.Struct(List.of()), null))) {
      Schema schema = ArrowSchemas.toArrow(new DataSchema(List.of(new DataField("c", type))));

      assertThatThrownBy(() -> LogicalHasher.ofSlice(schema))
          .isInstanceOf(IngestException.class)
          .hasMessageContaining("cannot be hashed");
    }
  }

  private static Multihash cutInGroups(VectorSchemaRoot rows, LogicalHasher hasher) {
    try (VectorSchemaRoot first = rows.slice(0, SECOND_GROUP);
        VectorSchemaRoot second = rows.slice(SECOND_GROUP)) {
      hasher.startGroup();
      hasher.update(first);
      hasher.startGroup();
      return cut(second, hasher, 777);
    }
  }

  /** What a reader leaves that decodes a column's values and then moves each to its row. */
  private static void packUnderNulls(VectorSchemaRoot rows) {
    IntVector numbers = ((StructVector) rows.getVector("struct")).getChild("n", IntVector.class);
    int count = rows.getRowCount();
    for (int start = 0; start < count; ) {
      int end = Math.min(count, start - start % 10_000 + 10_000);
      end = start < SECOND_GROUP ? Math.min(end, SECOND_GROUP) : end;
      int place = start;
      for (int row = start; row < end; row++) {
        if (!numbers.isNull(row)) {
          int value = numbers.get(row);
          if (numbers.isNull(place)) {
            numbers.getDataBuffer().setInt((long) place * Integer.BYTES, value);
          }
          place++;
        }
      }
      start = end;
    }
  }

  private static Multihash cut(VectorSchemaRoot rows, LogicalHasher hasher, int size) {
    for (int start = 0; start < rows.getRowCount(); start += size) {
      try (VectorSchemaRoot part = rows.slice(start, Math.min(size, rows.getRowCount() - start))) {
        hasher.update(part);
      }
    }
    return hasher.hash();
  }

  private VectorSchemaRoot rows(int count) {
    VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
    Random random = new Random(1);
    BigIntVector ids = (BigIntVector) root.getVector("id");
    VarCharVector texts = (VarCharVector) root.getVector("text");
    BitVector flags = (BitVector) root.getVector("flag");
    ListVector lists = (ListVector) root.getVector("list");
    IntVector items = (IntVector) lists.getDataVector();
    StructVector structs = (StructVector) root.getVector("struct");
    IntVector numbers = structs.getChild("n", IntVector.class);
    VarCharVector names = structs.getChild("s", VarCharVector.class);
    for (int row = 0; row < count; row++) {
      ids.setSafe(row, row);
      if (random.nextInt(4) > 0) {
        texts.setSafe(row, ("text " + row).getBytes(StandardCharsets.UTF_8));
      }
      if (random.nextBoolean()) {
        flags.setSafe(row, row % 3 == 0 ? 1 : 0);
      }
      if (random.nextBoolean()) {
        int start = lists.startNewValue(row);
        int length = random.nextInt(4);
        for (int i = 0; i < length; i++) {
          if (random.nextBoolean()) {
            items.setSafe(start + i, i);
          } else {
            items.setNull(start + i);
          }
        }
        lists.endValue(row, length);
      }
      // Null structs are rare enough that small batches come without any.
      if (random.nextInt(500) > 0) {
        structs.setIndexDefined(row);
        if (random.nextInt(3) > 0) {
          numbers.setSafe(row, row);
        }
        if (random.nextInt(3) > 0) {
          names.setSafe(row, ("name " + row).getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    root.setRowCount(count);
    return root;
  }
}
