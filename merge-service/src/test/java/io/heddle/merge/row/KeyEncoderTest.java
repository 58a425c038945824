package io.heddle.merge.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyEncoderTest {

  /** The encoded keys of a column, one for each value, null included where it is given. */
  private static <V extends FieldVector, T> List<byte[]> encode(
      DataType type, Class<V> kind, BiConsumer<V, List<T>> fill, List<T> values) {
    DataSchema schema =
        new DataSchema(
            List.of(
                new DataField("event_time", new DataType.Timestamp(null, null)),
                new DataField("k", new DataType.Option(type))));
    RowLayout layout = new RowLayout(0, schema, Vocabulary.DEFAULT);
    KeyEncoder encoder = new KeyEncoder(layout, List.of("k"));
    try (RootAllocator allocator = new RootAllocator();
        FieldVector vector =
            ArrowSchemas.toArrow(schema.fields().getLast()).createVector(allocator)) {
      vector.allocateNew();
      fill.accept(kind.cast(vector), values);
      vector.setValueCount(values.size());
      @Nullable FieldVector[] row = {null, vector};
      return java.util.stream.IntStream.range(0, values.size())
          .mapToObj(i -> encoder.encode(row, i))
          .toList();
    }
  }

  private static void assertAscending(List<byte[]> keys) {
    assertThat(keys).isSortedAccordingTo(Arrays::compareUnsigned);
    assertThat(keys.stream().map(Arrays::toString)).doesNotHaveDuplicates();
  }

  @Test
  void signedNumbersSortLikeTheirValues() {
    assertAscending(
        KeyEncoderTest.<BigIntVector, Long>encode(
            new DataType.Int64(),
            BigIntVector.class,
            (vector, values) -> {
              for (int i = 0; i < values.size(); i++) {
                vector.setSafe(i, values.get(i));
              }
            },
            List.of(Long.MIN_VALUE, -256L, -1L, 0L, 1L, 255L, 256L, Long.MAX_VALUE)));
  }

  @Test
  void unsignedNumbersSortLikeTheirValues() {
    assertAscending(
        KeyEncoderTest.<UInt8Vector, Long>encode(
            new DataType.UInt64(),
            UInt8Vector.class,
            (vector, values) -> {
              for (int i = 0; i < values.size(); i++) {
                vector.setSafe(i, values.get(i));
              }
            },
            List.of(0L, 1L, Long.MAX_VALUE, Long.MIN_VALUE, -1L)));
  }

  @Test
  void floatsSortLikeTheirValues() {
    assertAscending(
        KeyEncoderTest.<Float8Vector, Double>encode(
            new DataType.Float64(),
            Float8Vector.class,
            (vector, values) -> {
              for (int i = 0; i < values.size(); i++) {
                vector.setSafe(i, values.get(i));
              }
            },
            List.of(
                Double.NEGATIVE_INFINITY,
                -2.5,
                -Double.MIN_VALUE,
                0.0,
                1e-9,
                3.0,
                Double.POSITIVE_INFINITY)));
  }

  @Test
  void decimalsSortLikeTheirValues() {
    assertAscending(
        KeyEncoderTest.<DecimalVector, String>encode(
            new DataType.Decimal(20, 2),
            DecimalVector.class,
            (vector, values) -> {
              for (int i = 0; i < values.size(); i++) {
                vector.setSafe(i, new BigDecimal(values.get(i)));
              }
            },
            List.of("-10.00", "-9.99", "0.00", "0.01", "123456789012345678.00")));
  }

  @Test
  void nullsComeFirstAndTextSortsByItsBytes() {
    assertAscending(
        KeyEncoderTest.<VarCharVector, String>encode(
            new DataType.Text(),
            VarCharVector.class,
            (vector, values) -> {
              for (int i = 0; i < values.size(); i++) {
                if (values.get(i).equals("null")) {
                  vector.setNull(i);
                } else {
                  vector.setSafe(i, values.get(i).getBytes(StandardCharsets.UTF_8));
                }
              }
            },
            List.of("null", "", "\0", "\0\0", "\0a", "a", "a\0", "a\0b", "aa", "b", "ä")));
  }

  @Test
  void equalFloatsAreOneKey() {
    List<byte[]> doubles =
        KeyEncoderTest.<Float8Vector, Double>encode(
            new DataType.Float64(),
            Float8Vector.class,
            (vector, values) -> {
              for (int i = 0; i < values.size(); i++) {
                vector.setSafe(i, values.get(i));
              }
            },
            List.of(
                0.0,
                -0.0,
                Double.NaN,
                Double.longBitsToDouble(0xfff8_0000_0000_0001L),
                Double.POSITIVE_INFINITY));
    List<byte[]> floats =
        KeyEncoderTest.<Float4Vector, Float>encode(
            new DataType.Float32(),
            Float4Vector.class,
            (vector, values) -> {
              for (int i = 0; i < values.size(); i++) {
                vector.setSafe(i, values.get(i));
              }
            },
            List.of(
                0f, -0f, Float.NaN, Float.intBitsToFloat(0xff80_0001), Float.POSITIVE_INFINITY));
    for (List<byte[]> keys : List.of(doubles, floats)) {
      assertThat(keys.get(1)).isEqualTo(keys.get(0));
      assertThat(keys.get(3)).isEqualTo(keys.get(2));
      assertThat(keys.get(4)).isNotEqualTo(keys.get(2));
    }
  }

  @Test
  void aColumnThatTheDatasetNeverHadIsNullInAllRows() {
    DataSchema schema =
        new DataSchema(List.of(new DataField("event_time", new DataType.Timestamp(null, null))));
    KeyEncoder encoder =
        new KeyEncoder(new RowLayout(0, schema, Vocabulary.DEFAULT), List.of("sku"));
    @Nullable FieldVector[] row = {null};

    assertThat(encoder.encode(row, 0)).containsExactly(0);
    assertThat(encoder.firstNull(row, 0)).isEqualTo("sku");
    assertThat(encoder.show(row, 0)).isEmpty();
    assertThat(encoder.contains(0)).isFalse();
  }
}
