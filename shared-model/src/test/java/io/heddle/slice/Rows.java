package io.heddle.slice;

import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/** Random rows of any schema; the same for the same seed. */
final class Rows {
  private Rows() {}

  /** The system columns of a new dataset, then one optional column of each type. */
  static DataSchema ofAllTypes() {
    DataType text = new DataType.Text();
    return dataset(
        new DataType.Bool(),
        new DataType.Int8(),
        new DataType.Int16(),
        new DataType.Int32(),
        new DataType.Int64(),
        new DataType.UInt8(),
        new DataType.UInt16(),
        new DataType.UInt32(),
        new DataType.UInt64(),
        new DataType.Float16(),
        new DataType.Float32(),
        new DataType.Float64(),
        new DataType.Decimal(7, 2),
        new DataType.Decimal(18, 0),
        new DataType.Decimal(38, 10),
        new DataType.Decimal(60, 5),
        new DataType.Date(),
        new DataType.Time(TimeUnit.Second),
        new DataType.Time(TimeUnit.Millisecond),
        new DataType.Time(TimeUnit.Microsecond),
        new DataType.Time(TimeUnit.Nanosecond),
        new DataType.Timestamp(TimeUnit.Second, "UTC"),
        new DataType.Timestamp(TimeUnit.Millisecond, "UTC"),
        new DataType.Timestamp(TimeUnit.Microsecond, "UTC"),
        new DataType.Timestamp(TimeUnit.Nanosecond, "Europe/Berlin"),
        text,
        new DataType.Binary(null),
        new DataType.Binary(5L),
        new DataType.List(new DataType.Option(text), null),
        new DataType.List(new DataType.List(new DataType.Int32(), null), null),
        new DataType.List(new DataType.Option(new DataType.Int16()), 3L),
        new DataType.Struct(
            List.of(
                new DataField("a", new DataType.Option(new DataType.Int32())),
                new DataField("b", text),
                new DataField(
                    "c",
                    new DataType.Option(
                        new DataType.Struct(
                            List.of(new DataField("d", new DataType.Option(text)))))))));
  }

  static DataSchema dataset(DataType... types) {
    List<DataField> columns = new ArrayList<>();
    columns.add(new DataField("offset", new DataType.UInt64()));
    columns.add(new DataField("op", new DataType.UInt8()));
    columns.add(new DataField("system_time", new DataType.Timestamp(null, null)));
    columns.add(new DataField("event_time", new DataType.Timestamp(null, null)));
    for (int i = 0; i < types.length; i++) {
      columns.add(new DataField("c" + i, new DataType.Option(types[i])));
    }
    return new DataSchema(columns);
  }

  static VectorSchemaRoot random(
      DataSchema schema, int rows, long seed, BufferAllocator allocator) {
    Random random = new Random(seed);
    VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator);
    for (int row = 0; row < rows; row++) {
      for (FieldVector vector : root.getFieldVectors()) {
        put(vector, row, random);
      }
      if (root.getVector("offset") instanceof UInt8Vector offsets) {
        offsets.setSafe(row, row);
      }
      if (root.getVector("op") instanceof UInt1Vector operations) {
        operations.setSafe(row, row % 4);
      }
    }
    root.setRowCount(rows);
    return root;
  }

  private static void put(FieldVector vector, int row, Random random) {
    if (vector.getField().isNullable() && random.nextInt(4) == 0) {
      return;
    }
    switch (vector) {
      case BitVector v -> v.setSafe(row, random.nextInt(2));
      case TinyIntVector v -> v.setSafe(row, random.nextInt(256) - 128);
      case SmallIntVector v -> v.setSafe(row, random.nextInt(1 << 16) - (1 << 15));
      case IntVector v -> v.setSafe(row, random.nextInt());
      case BigIntVector v -> v.setSafe(row, random.nextLong());
      case UInt1Vector v -> v.setSafe(row, random.nextInt(256));
      case UInt2Vector v -> v.setSafe(row, random.nextInt(1 << 16));
      case UInt4Vector v -> v.setSafe(row, random.nextInt());
      case UInt8Vector v -> v.setSafe(row, random.nextLong());
      case Float2Vector v -> v.setSafe(row, (short) random.nextInt());
      case Float4Vector v ->
          v.setSafe(row, random.nextInt(20) == 0 ? Float.NaN : random.nextFloat());
      case Float8Vector v ->
          v.setSafe(row, random.nextInt(20) == 0 ? Double.NaN : random.nextGaussian());
      case DecimalVector v ->
          v.setSafe(row, BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, v.getScale()));
      case Decimal256Vector v ->
          v.setSafe(row, BigDecimal.valueOf(random.nextLong(), v.getScale()));
      case DateDayVector v -> v.setSafe(row, random.nextInt(40_000) - 10_000);
      case TimeSecVector v -> v.setSafe(row, random.nextInt(86_400));
      case TimeMilliVector v -> v.setSafe(row, random.nextInt(86_400_000));
      case TimeMicroVector v -> v.setSafe(row, random.nextInt(1_000_000));
      case TimeNanoVector v -> v.setSafe(row, random.nextInt(1_000_000));
      case TimeStampVector v -> v.setSafe(row, random.nextLong() >> 20);
      case VarCharVector v ->
          v.setSafe(row, ("tëxt " + random.nextInt(1000)).getBytes(StandardCharsets.UTF_8));
      case VarBinaryVector v -> v.setSafe(row, bytes(random.nextInt(40), random));
      case FixedSizeBinaryVector v -> v.setSafe(row, bytes(v.getByteWidth(), random));
      case MapVector v -> throw new IllegalArgumentException("no random " + v.getField());
      case ListVector v -> {
        int start = v.startNewValue(row);
        int length = random.nextInt(4);
        for (int i = 0; i < length; i++) {
          put(v.getDataVector(), start + i, random);
        }
        v.endValue(row, length);
      }
      case FixedSizeListVector v -> {
        int start = v.startNewValue(row);
        for (int i = 0; i < v.getListSize(); i++) {
          put(v.getDataVector(), start + i, random);
        }
      }
      case StructVector v -> {
        v.setIndexDefined(row);
        v.getChildrenFromFields().forEach(member -> put(member, row, random));
      }
      default -> throw new IllegalArgumentException("no random " + vector.getField());
    }
  }

  private static byte[] bytes(int length, Random random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
