package io.heddle.merge.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Floats that are equal by value count as equal whatever their bits, and keep them. */
class EqualFloatsTest {
  private static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("event_time", new DataType.Option(new DataType.Timestamp(null, null))),
              new DataField("level", new DataType.Option(new DataType.Float64())),
              new DataField(
                  "path",
                  new DataType.Option(
                      new DataType.List(
                          new DataType.Struct(List.of(new DataField("x", new DataType.Float64()))),
                          null)))));
  private static final double OTHER_NAN = Double.longBitsToDouble(0xfff8_0000_0000_0001L);

  private final BufferAllocator allocator = new RootAllocator();
  private final RowLayouts layouts = new RowLayouts(List.of(SCHEMA), Vocabulary.DEFAULT);

  @AfterEach
  void close() {
    allocator.close();
  }

  /** Rows whose level and only path item are these values. */
  private final class Rows implements AutoCloseable {
    private final Float8Vector level = (Float8Vector) vector("level");
    private final ListVector path = (ListVector) vector("path");
    private final @Nullable FieldVector[] columns = {null, level, path};

    Rows(double... values) {
      StructVector items = (StructVector) path.getDataVector();
      for (int i = 0; i < values.length; i++) {
        level.setSafe(i, values[i]);
        int start = path.startNewValue(i);
        items.setIndexDefined(start);
        ((Float8Vector) items.getChild("x")).setSafe(start, values[i]);
        path.endValue(i, 1);
      }
      level.setValueCount(values.length);
      path.setValueCount(values.length);
    }

    @Override
    public void close() {
      level.close();
      path.close();
    }
  }

  private FieldVector vector(String column) {
    FieldVector vector =
        ArrowSchemas.toArrow(SCHEMA.field(column).orElseThrow()).createVector(allocator);
    vector.allocateNew();
    return vector;
  }

  @Test
  void areNoChangeAndNoOtherRow() {
    try (Rows rows = new Rows(0.0, -0.0, Double.NaN, OTHER_NAN, 1.0)) {
      for (int pair = 0; pair < 4; pair += 2) {
        assertThat(isSame(rows, pair, pair + 1)).isTrue();
        assertThat(digest(rows, pair)).isEqualTo(digest(rows, pair + 1));
        assertThat(canonical(rows, pair)).isEqualTo(canonical(rows, pair + 1));
      }
      assertThat(isSame(rows, 0, 4)).isFalse();
      assertThat(isSame(rows, 2, 4)).isFalse();
      assertThat(digest(rows, 0)).isNotEqualTo(digest(rows, 4));
      assertThat(canonical(rows, 2)).isNotEqualTo(canonical(rows, 4));
    }
  }

  @Test
  void keepTheirBits() {
    try (Rows rows = new Rows(-0.0);
        Float8Vector back = (Float8Vector) vector("level")) {
      layouts.read(write(rows, 0, new int[4]).toArray()).read(1, back, 0);
      assertThat(Double.doubleToRawLongBits(back.get(0)))
          .isEqualTo(Double.doubleToRawLongBits(-0.0));
    }
  }

  private ByteSink write(Rows rows, int index, int[] bounds) {
    ByteSink sink = new ByteSink();
    layouts.current().write(rows.columns, index, sink, bounds);
    return sink;
  }

  private boolean isSame(Rows rows, int stored, int written) {
    StoredRow old = layouts.read(write(rows, stored, new int[4]).toArray());
    int[] bounds = new int[4];
    ByteSink now = write(rows, written, bounds);
    return old.sameAs(1, now, bounds) && old.sameAs(2, now, bounds);
  }

  private byte[] digest(Rows rows, int index) {
    RowLayout layout = layouts.current();
    return new RowDigest(layout, new KeyEncoder(layout, List.of("event_time")))
        .of(rows.columns, index);
  }

  private byte[] canonical(Rows rows, int index) {
    int[] bounds = new int[4];
    ByteSink written = write(rows, index, bounds);
    return layouts.current().canonical(written, bounds, new ByteSink()).toArray();
  }
}
