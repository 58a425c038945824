package io.heddle.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArrowIpcTest {
  private static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("id", new DataType.Int64()),
              new DataField("city", new DataType.Option(new DataType.Text()))));

  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void nothingLeaks() {
    allocator.close();
  }

  @Test
  void rowsComeBack() {
    byte[] bytes = encoded(5);

    assertThat(rows(bytes)).containsExactly("0=city 0", "1=null", "2=city 2", "3=null", "4=city 4");
    assertThat(encoded(5)).isEqualTo(bytes);
  }

  @Test
  void partOfABatchIsEncodedAlone() {
    try (VectorSchemaRoot root = batch(10)) {
      assertThat(rows(ArrowIpc.encode(root, 4, 2))).containsExactly("4=city 4", "5=null");
      assertThat(root.getRowCount()).isEqualTo(10);
    }
  }

  @Test
  void emptyBatchKeepsItsSchema() {
    try (ArrowIpc.Batches batches = ArrowIpc.decode(encoded(0), allocator)) {
      assertThat(ArrowSchemas.fromArrow(batches.schema())).isEqualTo(SCHEMA);
      assertThat(batches.next()).isTrue();
      assertThat(batches.root().getRowCount()).isZero();
    }
  }

  @Test
  void cutStreamIsDamaged() {
    byte[] bytes = encoded(100);

    assertThatThrownBy(() -> rows(Arrays.copyOf(bytes, bytes.length - 100)))
        .isInstanceOf(DamagedDataException.class);
    assertThatThrownBy(() -> rows("{\"not\": \"arrow\"}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(DamagedDataException.class);
    assertThatThrownBy(() -> rows(new byte[0])).isInstanceOf(DamagedDataException.class);
  }

  @Test
  void anyFlippedByteGivesRowsOrTheTypedError() {
    byte[] bytes = encoded(50);
    Random random = new Random(42);
    for (int i = 0; i < 3000; i++) {
      byte[] damaged = bytes.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      try {
        rows(damaged);
      } catch (DamagedDataException expected) {
        assertThat(expected).hasMessageNotContaining("null");
      }
    }
  }

  private List<String> rows(byte[] bytes) {
    List<String> rows = new ArrayList<>();
    try (ArrowIpc.Batches batches = ArrowIpc.decode(bytes, allocator)) {
      while (batches.next()) {
        VectorSchemaRoot root = batches.root();
        for (int row = 0; row < root.getRowCount(); row++) {
          rows.add(
              root.getVector(0).getObject(row)
                  + "="
                  + (root.getFieldVectors().size() > 1 ? root.getVector(1).getObject(row) : ""));
        }
      }
    }
    return rows;
  }

  private byte[] encoded(int rows) {
    try (VectorSchemaRoot root = batch(rows)) {
      return ArrowIpc.encode(root);
    }
  }

  private VectorSchemaRoot batch(int rows) {
    VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(SCHEMA), allocator);
    BigIntVector ids = (BigIntVector) root.getVector("id");
    VarCharVector cities = (VarCharVector) root.getVector("city");
    for (int row = 0; row < rows; row++) {
      ids.setSafe(row, row);
      if (row % 2 == 0) {
        cities.setSafe(row, ("city " + row).getBytes(StandardCharsets.UTF_8));
      }
    }
    root.setRowCount(rows);
    return root;
  }
}
