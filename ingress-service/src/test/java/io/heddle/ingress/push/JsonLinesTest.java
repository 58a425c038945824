package io.heddle.ingress.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.ReadInput;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.read.RowReader;
import io.heddle.odf.ReadStep;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a push rewrites is read back to the same rows, whatever the source declares. */
class JsonLinesTest {
  private static final int TABLES = 150;
  private static final int MOST_CHARS = 1000;

  private final BufferAllocator allocator = new RootAllocator();

  @TempDir Path folder;

  @AfterEach
  void everyByteIsGivenBack() {
    allocator.close();
  }

  @Test
  void randomRowsOfAllTypesReadBackToTheSameRows() throws IOException {
    for (long seed = 0; seed < TABLES; seed++) {
      Random random = new Random(seed);
      DataSchema schema = schema(random);
      try (VectorSchemaRoot rows =
          VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator)) {
        int count = 1 + random.nextInt(20);
        rows.getFieldVectors().forEach(vector -> fill(vector, count, random));
        rows.setRowCount(count);

        assertReadsBack(schema, rows, "seed " + seed);
      }
    }
  }

  private void assertReadsBack(DataSchema schema, VectorSchemaRoot rows, String what)
      throws IOException {
    Path file = folder.resolve("lines");
    try (OutputStream out = Files.newOutputStream(file)) {
      JsonLines.write(schema, rows, out);
    }
    ReadStep declared = new ReadStep.NdJson(null, "%d.%m.%Y", null, "dd/MM/yyyy HH:mm", schema);
    try (RowReader reader =
        Readers.standard()
            .open(
                new ReadInput(file, "lines"),
                JsonLines.step(declared),
                new ReadContext(allocator, Integer.MAX_VALUE, Long.MAX_VALUE, MOST_CHARS))) {
      assertThat(reader.loadNextBatch()).as(what).isTrue();
      assertThat(reader.root().getRowCount()).as(what).isEqualTo(rows.getRowCount());
      for (int i = 0; i < schema.fields().size(); i++) {
        FieldVector found = reader.root().getVector(i);
        assertThat(VectorEqualsVisitor.vectorEquals(rows.getVector(i), found))
            .as("%s, %s: %s is %s", what, schema.fields().get(i), rows.getVector(i), found)
            .isTrue();
      }
    }
  }

  private static DataSchema schema(Random random) {
    List<DataField> fields = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      fields.add(new DataField(name(random) + i, optional(type(random, 0), random)));
    }
    return new DataSchema(fields);
  }

  private static String name(Random random) {
    String[] names = {
      "a", "", "with blank", "\"quoted\"", "a.b", "line\nbreak", "\\", "ü😀", "\u0000", "$", "{x}"
    };
    return random.nextInt(40) == 0 ? "n".repeat(60_000) : names[random.nextInt(names.length)];
  }

  private static DataType optional(DataType type, Random random) {
    return !(type instanceof DataType.Null) && random.nextBoolean()
        ? new DataType.Option(type)
        : type;
  }

  private static DataType type(Random random, int depth) {
    int precision = 1 + random.nextInt(76);
    return switch (random.nextInt(depth < 3 ? 20 : 17)) {
      case 0 -> new DataType.Bool();
      case 1 -> new DataType.Date();
      case 2 -> new DataType.Decimal(precision, random.nextInt(precision + 1));
      case 3 -> new DataType.Float16();
      case 4 -> new DataType.Float32();
      case 5 -> new DataType.Float64();
      case 6 -> new DataType.Int8();
      case 7 -> new DataType.Int16();
      case 8 -> new DataType.Int32();
      case 9 -> new DataType.Int64();
      case 10 -> new DataType.UInt8();
      case 11 -> new DataType.UInt16();
      case 12 -> new DataType.UInt32();
      case 13 -> new DataType.UInt64();
      case 14 ->
          new DataType.Timestamp(
              TimeUnit.values()[random.nextInt(4)], random.nextBoolean() ? "UTC" : null);
      case 15 -> new DataType.Null();
      case 16 -> new DataType.Text();
      case 17 -> new DataType.List(optional(type(random, depth + 1), random), null);
      case 18 -> new DataType.List(optional(type(random, depth + 1), random), 2L);
      default ->
          new DataType.Struct(
              List.of(
                  new DataField("x", optional(type(random, depth + 1), random)),
                  new DataField("y\"", optional(type(random, depth + 1), random))));
    };
  }

  private static void fill(FieldVector vector, int count, Random random) {
    vector.setInitialCapacity(count);
    vector.allocateNew();
    boolean nullable = vector.getField().isNullable();
    switch (vector) {
      case NullVector nulls -> nulls.setValueCount(count);
      case StructVector struct -> {
        for (FieldVector child : struct.getChildrenFromFields()) {
          fill(child, count, random);
        }
        for (int row = 0; row < count; row++) {
          if (nullable && random.nextInt(4) == 0) {
            struct.setNull(row);
          } else {
            struct.setIndexDefined(row);
          }
        }
        struct.setValueCount(count);
      }
      case ListVector list -> {
        int items = 0;
        for (int row = 0; row < count; row++) {
          if (nullable && random.nextInt(4) == 0) {
            list.setNull(row);
          } else {
            int length = random.nextInt(4);
            list.startNewValue(row);
            list.endValue(row, length);
            items += length;
          }
        }
        fill((FieldVector) list.getDataVector(), items, random);
        list.setValueCount(count);
      }
      case FixedSizeListVector list -> {
        for (int row = 0; row < count; row++) {
          if (nullable && random.nextInt(4) == 0) {
            list.setNull(row);
          } else {
            list.startNewValue(row);
          }
        }
        fill((FieldVector) list.getDataVector(), count * list.getListSize(), random);
        list.setValueCount(count);
      }
      default -> {
        for (int row = 0; row < count; row++) {
          if (!nullable || random.nextInt(4) != 0) {
            set(vector, row, random);
          } else if (vector instanceof BaseFixedWidthVector fixed) {
            fixed.setNull(row);
          }
        }
        vector.setValueCount(count);
      }
    }
  }

  private static void set(FieldVector vector, int row, Random random) {
    long number = extreme(random);
    switch (vector) {
      case BitVector bit -> bit.setSafe(row, random.nextInt(2));
      case DateDayVector day -> day.setSafe(row, day(random));
      case DecimalVector decimal ->
          decimal.setSafe(row, decimal(decimal.getPrecision(), decimal.getScale(), random));
      case Decimal256Vector decimal ->
          decimal.setSafe(row, decimal(decimal.getPrecision(), decimal.getScale(), random));
      case Float2Vector half -> half.setSafe(row, half(random));
      case Float4Vector single -> single.setSafe(row, (float) floating(random, Float.MAX_VALUE));
      case Float8Vector twice -> twice.setSafe(row, floating(random, Double.MAX_VALUE));
      case TinyIntVector small -> small.setSafe(row, (byte) number);
      case SmallIntVector small -> small.setSafe(row, (short) number);
      case IntVector whole -> whole.setSafe(row, (int) number);
      case BigIntVector big -> big.setSafe(row, number);
      case UInt1Vector small -> small.setSafe(row, (byte) number);
      case UInt2Vector small -> small.setSafe(row, (char) number);
      case UInt4Vector whole -> whole.setSafe(row, (int) number);
      case UInt8Vector big -> big.setSafe(row, number);
      case TimeStampVector time -> time.setSafe(row, ticks(time, number));
      case VarCharVector text ->
          text.setSafe(row, new org.apache.arrow.vector.util.Text(text(random)));
      default -> throw new IllegalStateException(vector.getField().toString());
    }
  }

  private static long extreme(Random random) {
    long[] ends = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, 253_402_300_800L};
    return random.nextBoolean() ? ends[random.nextInt(ends.length)] : random.nextLong();
  }

  /** Seconds reach as far as the years that any text can say; the other units hold all numbers. */
  private static long ticks(TimeStampVector vector, long number) {
    return ((ArrowType.Timestamp) vector.getField().getType()).getUnit()
            == org.apache.arrow.vector.types.TimeUnit.SECOND
        ? number % 31_556_889_864_000_000L
        : number;
  }

  private static int day(Random random) {
    return random.nextBoolean()
        ? random.nextInt()
        : (int)
            LocalDate.of(new int[] {-1, 0, 1970, 9999, 10_000}[random.nextInt(5)], 12, 31)
                .toEpochDay();
  }

  private static BigDecimal decimal(int precision, int scale, Random random) {
    BigInteger most = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
    BigInteger digits =
        random.nextBoolean() ? most : new BigInteger(most.bitLength(), random).mod(most);
    return new BigDecimal(random.nextBoolean() ? digits : digits.negate(), scale);
  }

  private static short half(Random random) {
    return Float.floatToFloat16((float) floating(random, 65_504));
  }

  private static double floating(Random random, double most) {
    return switch (random.nextInt(8)) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> Double.NEGATIVE_INFINITY;
      case 3 -> -0.0;
      case 4 -> most;
      case 5 -> 1 / most;
      default -> random.nextGaussian() * 1000;
    };
  }

  private static String text(Random random) {
    String[] texts = {
      "", "null", "\n\r\t", "\u2028\u0085", "\u0000", "😀ü", "\"\\/", "2025-01-01", "NaN"
    };
    return random.nextInt(10) == 0 ? "x".repeat(MOST_CHARS) : texts[random.nextInt(texts.length)];
  }
}
