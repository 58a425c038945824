package io.heddle.schema;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * ODF schemas as Arrow schemas and back. A field is nullable exactly when its type is an {@link
 * DataType.Option}, at every level.
 */
public final class ArrowSchemas {
  /** What Arrow calls the items of a list; no part of any hash. */
  static final String LIST_ITEM = "item";

  private static final int MAX_DECIMAL128_PRECISION = 38;
  private static final int MAX_DECIMAL256_PRECISION = 76;

  private ArrowSchemas() {}

  /**
   * The Arrow form in which rows of {@code schema} are held; attributes ({@code extra}) stay
   * behind.
   *
   * @throws IngestException (UnsupportedSchema) for types that Arrow cannot hold
   */
  public static Schema toArrow(DataSchema schema) {
    return new Schema(schema.fields().stream().map(ArrowSchemas::toArrow).toList());
  }

  public static Field toArrow(DataField field) {
    return toArrow(field.name(), field.name(), field.type());
  }

  /**
   * The ODF schema of rows in Arrow form. Encodings (large, view) are dropped; units and time zones
   * are explicit, a missing zone stays absent.
   *
   * @throws IngestException (UnsupportedSchema) for types that ODF does not know
   */
  public static DataSchema fromArrow(Schema schema) {
    return new DataSchema(schema.getFields().stream().map(ArrowSchemas::fromArrow).toList());
  }

  public static DataField fromArrow(Field field) {
    return new DataField(field.getName(), typeOf(field.getName(), field));
  }

  /**
   * The schema in an old chain's {@code rawArrowSchema}: the bytes of an Arrow Schema table.
   *
   * @throws DamagedDataException when the bytes are no such table
   * @throws IngestException (UnsupportedSchema) for types that ODF does not know
   */
  public static DataSchema fromRawArrowSchema(byte[] bytes) {
    return fromArrow(RawArrowSchema.read(bytes));
  }

  /**
   * @param path of the field from its column on, as messages name it
   */
  private static Field toArrow(String path, String name, DataType type) {
    return switch (type) {
      case DataType.Option(DataType inner) -> field(path, name, inner, true);
      default -> field(path, name, type, false);
    };
  }

  private static Field field(String path, String name, DataType type, boolean nullable) {
    List<Field> children =
        switch (type) {
          case DataType.List list -> List.of(toArrow(path + "[]", LIST_ITEM, list.itemType()));
          case DataType.Map map ->
              List.of(
                  new Field(
                      MapVector.DATA_VECTOR_NAME,
                      FieldType.notNullable(ArrowType.Struct.INSTANCE),
                      List.of(
                          toArrow(path + "[key]", MapVector.KEY_NAME, map.keyType()),
                          toArrow(path + "[value]", MapVector.VALUE_NAME, map.valueType()))));
          case DataType.Struct struct ->
              struct.fields().stream()
                  .map(inner -> toArrow(path + "." + inner.name(), inner.name(), inner.type()))
                  .toList();
          default -> List.of();
        };
    return new Field(name, new FieldType(nullable, arrowType(path, type), null), children);
  }

  private static ArrowType arrowType(String path, DataType type) {
    return switch (type) {
      case DataType.Binary(Long length) ->
          length == null
              ? ArrowType.Binary.INSTANCE
              : new ArrowType.FixedSizeBinary(length(path, length));
      case DataType.Bool ignored -> ArrowType.Bool.INSTANCE;
      case DataType.Date ignored -> new ArrowType.Date(DateUnit.DAY);
      case DataType.Decimal(int precision, int scale) ->
          new ArrowType.Decimal(precision, scale, decimalBits(path, precision));
      case DataType.Duration(TimeUnit unit) -> new ArrowType.Duration(arrowUnit(orDefault(unit)));
      case DataType.Float16 ignored -> new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
      case DataType.Float32 ignored -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DataType.Float64 ignored -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DataType.Int8 ignored -> new ArrowType.Int(8, true);
      case DataType.Int16 ignored -> new ArrowType.Int(16, true);
      case DataType.Int32 ignored -> new ArrowType.Int(32, true);
      case DataType.Int64 ignored -> new ArrowType.Int(64, true);
      case DataType.UInt8 ignored -> new ArrowType.Int(8, false);
      case DataType.UInt16 ignored -> new ArrowType.Int(16, false);
      case DataType.UInt32 ignored -> new ArrowType.Int(32, false);
      case DataType.UInt64 ignored -> new ArrowType.Int(64, false);
      case DataType.List(DataType item, Long length) ->
          length == null
              ? ArrowType.List.INSTANCE
              : new ArrowType.FixedSizeList(length(path, length));
      case DataType.Map map -> new ArrowType.Map(Boolean.TRUE.equals(map.keysSorted()));
      case DataType.Null ignored -> ArrowType.Null.INSTANCE;
      case DataType.Option option ->
          throw unsupported(path, "an optional type must not hold another optional type");
      case DataType.Struct ignored -> ArrowType.Struct.INSTANCE;
      case DataType.Time(TimeUnit unit) ->
          new ArrowType.Time(arrowUnit(orDefault(unit)), timeBits(orDefault(unit)));
      case DataType.Timestamp timestamp ->
          new ArrowType.Timestamp(
              arrowUnit(timestamp.effectiveUnit()), timestamp.effectiveTimezone());
      case DataType.Text ignored -> ArrowType.Utf8.INSTANCE;
    };
  }

  private static DataType typeOf(String path, Field field) {
    DataType type = innerType(path, field);
    return field.isNullable() ? new DataType.Option(type) : type;
  }

  private static DataType innerType(String path, Field field) {
    if (field.getDictionary() != null) {
      throw unsupported(path, "dictionary encoded columns have no ODF type");
    }
    return switch (field.getType()) {
      case ArrowType.Null ignored -> new DataType.Null();
      case ArrowType.Bool ignored -> new DataType.Bool();
      case ArrowType.Int number -> integer(path, number);
      case ArrowType.FloatingPoint number ->
          switch (number.getPrecision()) {
            case HALF -> new DataType.Float16();
            case SINGLE -> new DataType.Float32();
            case DOUBLE -> new DataType.Float64();
          };
      case ArrowType.Decimal number -> {
        requireDigits(path, number.getPrecision());
        yield new DataType.Decimal(number.getPrecision(), number.getScale());
      }
      case ArrowType.Utf8 ignored -> new DataType.Text();
      case ArrowType.LargeUtf8 ignored -> new DataType.Text();
      case ArrowType.Utf8View ignored -> new DataType.Text();
      case ArrowType.Binary ignored -> new DataType.Binary(null);
      case ArrowType.LargeBinary ignored -> new DataType.Binary(null);
      case ArrowType.BinaryView ignored -> new DataType.Binary(null);
      case ArrowType.FixedSizeBinary binary ->
          new DataType.Binary((long) length(path, binary.getByteWidth()));
      case ArrowType.Date ignored -> new DataType.Date();
      case ArrowType.Time time -> new DataType.Time(odfUnit(time.getUnit()));
      case ArrowType.Timestamp timestamp ->
          new DataType.Timestamp(odfUnit(timestamp.getUnit()), timestamp.getTimezone());
      case ArrowType.Duration duration -> new DataType.Duration(odfUnit(duration.getUnit()));
      case ArrowType.List ignored -> new DataType.List(item(path, field), null);
      case ArrowType.LargeList ignored -> new DataType.List(item(path, field), null);
      case ArrowType.FixedSizeList list ->
          new DataType.List(item(path, field), (long) length(path, list.getListSize()));
      case ArrowType.Struct ignored ->
          new DataType.Struct(
              field.getChildren().stream().map(inner -> member(path, inner)).toList());
      case ArrowType.Map map -> map(path, field, map);
      default ->
          throw unsupported(path, "the Arrow type %s has no ODF type".formatted(field.getType()));
    };
  }

  private static DataField member(String path, Field field) {
    return new DataField(field.getName(), typeOf(path + "." + field.getName(), field));
  }

  private static DataType integer(String path, ArrowType.Int number) {
    boolean signed = number.getIsSigned();
    return switch (number.getBitWidth()) {
      case 8 -> signed ? new DataType.Int8() : new DataType.UInt8();
      case 16 -> signed ? new DataType.Int16() : new DataType.UInt16();
      case 32 -> signed ? new DataType.Int32() : new DataType.UInt32();
      case 64 -> signed ? new DataType.Int64() : new DataType.UInt64();
      default ->
          throw unsupported(
              path, "integers of %d bits have no ODF type".formatted(number.getBitWidth()));
    };
  }

  private static DataType item(String path, Field list) {
    if (list.getChildren().size() != 1) {
      throw unsupported(path, "a list has one type of items");
    }
    return typeOf(path + "[]", list.getChildren().getFirst());
  }

  private static DataType map(String path, Field field, ArrowType.Map map) {
    List<Field> entries = field.getChildren();
    if (entries.size() != 1 || entries.getFirst().getChildren().size() != 2) {
      throw unsupported(path, "a map has one type of keys and one of values");
    }
    List<Field> keyAndValue = entries.getFirst().getChildren();
    return new DataType.Map(
        typeOf(path + "[key]", keyAndValue.getFirst()),
        typeOf(path + "[value]", keyAndValue.getLast()),
        map.getKeysSorted());
  }

  private static int decimalBits(String path, int precision) {
    requireDigits(path, precision);
    return precision <= MAX_DECIMAL128_PRECISION ? 128 : 256;
  }

  private static void requireDigits(String path, int precision) {
    if (precision < 1 || precision > MAX_DECIMAL256_PRECISION) {
      throw unsupported(
          path,
          "a decimal has 1 to %d digits, not %d".formatted(MAX_DECIMAL256_PRECISION, precision));
    }
  }

  private static int length(String path, long length) {
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw unsupported(
          path, "a fixed length of %s is not possible".formatted(Long.toUnsignedString(length)));
    }
    return (int) length;
  }

  private static int timeBits(TimeUnit unit) {
    return unit == TimeUnit.Second || unit == TimeUnit.Millisecond ? 32 : 64;
  }

  private static TimeUnit orDefault(@Nullable TimeUnit unit) {
    return unit == null ? TimeUnit.Millisecond : unit;
  }

  private static org.apache.arrow.vector.types.TimeUnit arrowUnit(TimeUnit unit) {
    return switch (unit) {
      case Second -> org.apache.arrow.vector.types.TimeUnit.SECOND;
      case Millisecond -> org.apache.arrow.vector.types.TimeUnit.MILLISECOND;
      case Microsecond -> org.apache.arrow.vector.types.TimeUnit.MICROSECOND;
      case Nanosecond -> org.apache.arrow.vector.types.TimeUnit.NANOSECOND;
    };
  }

  private static TimeUnit odfUnit(org.apache.arrow.vector.types.TimeUnit unit) {
    return switch (unit) {
      case SECOND -> TimeUnit.Second;
      case MILLISECOND -> TimeUnit.Millisecond;
      case MICROSECOND -> TimeUnit.Microsecond;
      case NANOSECOND -> TimeUnit.Nanosecond;
    };
  }

  private static IngestException unsupported(String path, String why) {
    return new IngestException(
        FailureKind.UnsupportedSchema,
        "column \"%s\": %s".formatted(path, why),
        Map.of("column", path));
  }
}
