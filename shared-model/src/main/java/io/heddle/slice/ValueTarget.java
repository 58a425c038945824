package io.heddle.slice;

import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DamagedDataException;
import io.heddle.schema.TypeNotation;
import java.math.BigInteger;
import org.apache.arrow.vector.BaseIntVector;
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
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.io.api.Binary;

/** Where the values of one stored column go in Arrow; integers of other widths are converted. */
abstract class ValueTarget {
  private final Field field;

  ValueTarget(FieldVector vector) {
    field = vector.getField();
  }

  /**
   * @param stored the column as the file has it
   * @throws DamagedDataException when values of that type do not fit the vector
   */
  static ValueTarget of(Field stored, FieldVector vector) {
    ArrowType from = stored.getType();
    ArrowType to = vector.getField().getType();
    boolean fits =
        switch (to) {
          case ArrowType.Int ignored -> from instanceof ArrowType.Int;
          case ArrowType.FloatingPoint number ->
              from instanceof ArrowType.FloatingPoint other
                  && (other.getPrecision() == number.getPrecision()
                      || (other.getPrecision() == FloatingPointPrecision.SINGLE
                          && number.getPrecision() == FloatingPointPrecision.DOUBLE));
          case ArrowType.Decimal decimal ->
              from instanceof ArrowType.Decimal other
                  && other.getScale() == decimal.getScale()
                  && other.getPrecision() <= decimal.getPrecision();
          case ArrowType.Date date ->
              date.getUnit() == DateUnit.DAY && from instanceof ArrowType.Date;
          case ArrowType.Time time ->
              (from instanceof ArrowType.Time other && other.getUnit() == time.getUnit())
                  || (time.getUnit() == TimeUnit.SECOND && isInteger(from, 32));
          case ArrowType.Timestamp timestamp ->
              (from instanceof ArrowType.Timestamp other && other.getUnit() == timestamp.getUnit())
                  || (timestamp.getUnit() == TimeUnit.SECOND && isInteger(from, 64));
          case ArrowType.Utf8 ignored ->
              from instanceof ArrowType.Utf8 || from instanceof ArrowType.Binary;
          case ArrowType.Binary ignored ->
              from instanceof ArrowType.Binary || from instanceof ArrowType.FixedSizeBinary;
          default -> from.equals(to);
        };
    if (!fits) {
      throw mismatch(stored, vector.getField());
    }
    return switch (vector) {
      case BaseIntVector integers -> new IntegerTarget(stored, vector, integers);
      case BitVector bits -> new BooleanTarget(bits);
      case Float2Vector floats -> new HalfTarget(floats);
      case Float4Vector floats -> new FloatTarget(floats);
      case Float8Vector floats -> new DoubleTarget(floats);
      case DecimalVector decimals -> new DecimalTarget(decimals, decimals::setBigEndianSafe);
      case Decimal256Vector decimals -> new DecimalTarget(decimals, decimals::setBigEndianSafe);
      case DateDayVector days -> new IntTarget(days, days::setSafe);
      case TimeSecVector times -> new IntTarget(times, times::setSafe);
      case TimeMilliVector times -> new IntTarget(times, times::setSafe);
      case TimeMicroVector times -> new LongTarget(times, times::setSafe);
      case TimeNanoVector times -> new LongTarget(times, times::setSafe);
      case TimeStampVector times -> new LongTarget(times, times::setSafe);
      case VarCharVector texts -> new BytesTarget(texts, texts::setSafe);
      case VarBinaryVector bytes -> new BytesTarget(bytes, bytes::setSafe);
      case FixedSizeBinaryVector bytes -> new FixedBytesTarget(bytes);
      default -> throw mismatch(stored, vector.getField());
    };
  }

  void putBoolean(int row, boolean value) {
    throw mismatch(field, field);
  }

  void putInt(int row, int value) {
    throw mismatch(field, field);
  }

  void putLong(int row, long value) {
    throw mismatch(field, field);
  }

  void putFloat(int row, float value) {
    throw mismatch(field, field);
  }

  void putDouble(int row, double value) {
    throw mismatch(field, field);
  }

  void putBytes(int row, Binary value) {
    throw mismatch(field, field);
  }

  static DamagedDataException mismatch(Field stored, Field wanted) {
    return new DamagedDataException(
        "column \"%s\" is stored as %s, which is not read as %s"
            .formatted(
                wanted.getName(),
                TypeNotation.of(ArrowSchemas.fromArrow(stored).type()),
                TypeNotation.of(ArrowSchemas.fromArrow(wanted).type())));
  }

  private static boolean isInteger(ArrowType type, int bits) {
    return type instanceof ArrowType.Int number && number.getBitWidth() == bits;
  }

  /** Takes integers of any width and signedness, as long as their value fits. */
  private static final class IntegerTarget extends ValueTarget {
    private final BaseIntVector vector;
    private final boolean storedUnsigned;
    private final boolean anyLong;
    private final long min;
    private final long max;

    IntegerTarget(Field stored, FieldVector vector, BaseIntVector integers) {
      super(vector);
      this.vector = integers;
      ArrowType.Int type = (ArrowType.Int) vector.getField().getType();
      ArrowType.Int storedType = (ArrowType.Int) stored.getType();
      int bits = type.getBitWidth();
      storedUnsigned = !storedType.getIsSigned();
      // A file without annotations keeps unsigned longs as signed ones, so the bits are taken.
      anyLong =
          vector instanceof UInt8Vector || (vector instanceof BigIntVector && !storedUnsigned);
      min = type.getIsSigned() ? -1L << (bits - 1) : 0;
      max = type.getIsSigned() || bits == 64 ? Long.MAX_VALUE >> (64 - bits) : (1L << bits) - 1;
    }

    @Override
    void putInt(int row, int value) {
      long wide = storedUnsigned ? Integer.toUnsignedLong(value) : value;
      if (wide < min || wide > max) {
        throw outOfRange(wide);
      }
      vector.setWithPossibleTruncate(row, wide);
    }

    @Override
    void putLong(int row, long value) {
      if (!anyLong && (value < min || value > max)) {
        throw outOfRange(value);
      }
      vector.setWithPossibleTruncate(row, value);
    }

    private DamagedDataException outOfRange(long value) {
      return new DamagedDataException(
          "column \"%s\": the stored value %d is out of range"
              .formatted(((FieldVector) vector).getName(), value));
    }
  }

  private interface IntSetter {
    void set(int row, int value);
  }

  private static final class IntTarget extends ValueTarget {
    private final IntSetter setter;

    IntTarget(FieldVector vector, IntSetter setter) {
      super(vector);
      this.setter = setter;
    }

    @Override
    void putInt(int row, int value) {
      setter.set(row, value);
    }
  }

  private interface LongSetter {
    void set(int row, long value);
  }

  private static final class LongTarget extends ValueTarget {
    private final LongSetter setter;

    LongTarget(FieldVector vector, LongSetter setter) {
      super(vector);
      this.setter = setter;
    }

    @Override
    void putLong(int row, long value) {
      setter.set(row, value);
    }
  }

  private static final class BooleanTarget extends ValueTarget {
    private final BitVector vector;

    BooleanTarget(BitVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    void putBoolean(int row, boolean value) {
      vector.setSafe(row, value ? 1 : 0);
    }
  }

  private static final class HalfTarget extends ValueTarget {
    private final Float2Vector vector;

    HalfTarget(Float2Vector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    void putBytes(int row, Binary value) {
      byte[] bytes = value.getBytesUnsafe();
      vector.setSafe(row, (short) (bytes[0] & 0xff | bytes[1] << 8));
    }
  }

  private static final class FloatTarget extends ValueTarget {
    private final Float4Vector vector;

    FloatTarget(Float4Vector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    void putFloat(int row, float value) {
      vector.setSafe(row, value);
    }
  }

  private static final class DoubleTarget extends ValueTarget {
    private final Float8Vector vector;

    DoubleTarget(Float8Vector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    void putFloat(int row, float value) {
      vector.setSafe(row, value);
    }

    @Override
    void putDouble(int row, double value) {
      vector.setSafe(row, value);
    }
  }

  /** Decimals of any stored form; Parquet's bytes are big endian. */
  private static final class DecimalTarget extends ValueTarget {
    private final BytesSetter setter;

    DecimalTarget(FieldVector vector, BytesSetter setter) {
      super(vector);
      this.setter = setter;
    }

    @Override
    void putInt(int row, int value) {
      putLong(row, value);
    }

    @Override
    void putLong(int row, long value) {
      setter.set(row, BigInteger.valueOf(value).toByteArray());
    }

    @Override
    void putBytes(int row, Binary value) {
      setter.set(row, value.getBytesUnsafe());
    }
  }

  private interface BytesSetter {
    void set(int row, byte[] value);
  }

  private static final class BytesTarget extends ValueTarget {
    private final BytesSetter setter;

    BytesTarget(FieldVector vector, BytesSetter setter) {
      super(vector);
      this.setter = setter;
    }

    @Override
    void putBytes(int row, Binary value) {
      setter.set(row, value.getBytesUnsafe());
    }
  }

  private static final class FixedBytesTarget extends ValueTarget {
    private final FixedSizeBinaryVector vector;

    FixedBytesTarget(FixedSizeBinaryVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    void putBytes(int row, Binary value) {
      vector.setSafe(row, value.getBytesUnsafe());
    }
  }
}
