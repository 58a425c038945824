package io.heddle.schema;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** The types of the columns of a Parquet file as its own footer tells them. */
public final class StoredTypes {
  private static final int MAX_DECIMAL128_PRECISION = 38;

  private StoredTypes() {}

  /**
   * The Arrow types of a file's columns.
   *
   * @param arrowSchema the Arrow schema in the footer, if any; it counts only where Parquet has no
   *     annotation for a type: zones of timestamps, seconds, lists of fixed length, sorted maps
   * @throws DamagedDataException for types that no ODF schema has
   */
  public static Schema of(MessageType file, @Nullable Schema arrowSchema) {
    Map<String, Field> hints = byName(arrowSchema == null ? List.of() : arrowSchema.getFields());
    return new Schema(
        file.getFields().stream()
            .map(type -> field(type, type.getName(), hints.get(type.getName())))
            .toList());
  }

  /** The element type of a LIST group, in the three-level form or one of its forerunners. */
  public static Type element(GroupType list) {
    Type repeated = onlyField(list);
    return hasThreeLevels(list) ? repeated.asGroupType().getType(0) : repeated;
  }

  /** Whether the items of a LIST group stand in a group of their own, so that they can be null. */
  public static boolean hasThreeLevels(GroupType list) {
    Type repeated = onlyField(list);
    return !repeated.isPrimitive()
        && repeated.asGroupType().getFieldCount() == 1
        && !repeated.getName().equals("array")
        && !repeated.getName().equals(list.getName() + "_tuple");
  }

  private static Field field(Type type, String name, @Nullable Field hint) {
    if (type.isRepetition(Type.Repetition.REPEATED)) {
      throw new DamagedDataException(
          "column \"%s\" is repeated without being a list, which is not supported".formatted(name));
    }
    return field(type, name, type.isRepetition(Type.Repetition.OPTIONAL), hint);
  }

  private static Field field(Type type, String name, boolean nullable, @Nullable Field hint) {
    if (type.isPrimitive()) {
      return new Field(
          name, new FieldType(nullable, arrowType(type.asPrimitiveType(), hint), null), List.of());
    }
    GroupType group = type.asGroupType();
    return switch (type.getLogicalTypeAnnotation()) {
      case ListLogicalTypeAnnotation ignored -> list(group, name, nullable, hint);
      case MapLogicalTypeAnnotation ignored -> map(group, name, nullable, hint);
      case null, default -> struct(group, name, nullable, hint);
    };
  }

  private static Field list(GroupType group, String name, boolean nullable, @Nullable Field hint) {
    ArrowType type =
        hint != null && hint.getType() instanceof ArrowType.FixedSizeList fixed
            ? fixed
            : ArrowType.List.INSTANCE;
    Field itemHint =
        hint == null || hint.getChildren().isEmpty() ? null : hint.getChildren().getFirst();
    Type element = element(group);
    // In a list of two levels the repeated field itself is the item, which cannot be null.
    Field item =
        element.isRepetition(Type.Repetition.REPEATED)
            ? field(element, ArrowSchemas.LIST_ITEM, false, itemHint)
            : field(element, ArrowSchemas.LIST_ITEM, itemHint);
    return new Field(name, new FieldType(nullable, type, null), List.of(item));
  }

  private static Field map(GroupType group, String name, boolean nullable, @Nullable Field hint) {
    GroupType entry = onlyField(group).asGroupType();
    if (entry.getFieldCount() != 2) {
      throw new DamagedDataException(
          "column \"%s\" is a map without values, which is not supported".formatted(name));
    }
    boolean sorted =
        hint != null && hint.getType() instanceof ArrowType.Map map && map.getKeysSorted();
    List<Field> entryHints =
        hint != null && hint.getChildren().size() == 1
            ? hint.getChildren().getFirst().getChildren()
            : List.of();
    boolean hinted = entryHints.size() == 2;
    Field entries =
        new Field(
            MapVector.DATA_VECTOR_NAME,
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(
                field(entry.getType(0), MapVector.KEY_NAME, hinted ? entryHints.get(0) : null),
                field(entry.getType(1), MapVector.VALUE_NAME, hinted ? entryHints.get(1) : null)));
    return new Field(
        name, new FieldType(nullable, new ArrowType.Map(sorted), null), List.of(entries));
  }

  private static Field struct(
      GroupType group, String name, boolean nullable, @Nullable Field hint) {
    Map<String, Field> hints = byName(hint == null ? List.of() : hint.getChildren());
    return new Field(
        name,
        new FieldType(nullable, ArrowType.Struct.INSTANCE, null),
        group.getFields().stream()
            .map(member -> field(member, member.getName(), hints.get(member.getName())))
            .toList());
  }

  private static Type onlyField(GroupType group) {
    if (group.getFieldCount() != 1) {
      throw new DamagedDataException(
          "column \"%s\" is no well-formed list or map".formatted(group.getName()));
    }
    return group.getType(0);
  }

  private static ArrowType arrowType(PrimitiveType type, @Nullable Field hint) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case INT32 ->
          switch (annotation) {
            case null -> seconds(hint, new ArrowType.Int(32, true));
            case IntLogicalTypeAnnotation number ->
                new ArrowType.Int(number.getBitWidth(), number.isSigned());
            case DateLogicalTypeAnnotation ignored -> new ArrowType.Date(DateUnit.DAY);
            case TimeLogicalTypeAnnotation ignored -> new ArrowType.Time(TimeUnit.MILLISECOND, 32);
            case DecimalLogicalTypeAnnotation decimal -> decimal(decimal);
            default -> throw unsupported(type);
          };
      case INT64 ->
          switch (annotation) {
            case null -> seconds(hint, new ArrowType.Int(64, true));
            case IntLogicalTypeAnnotation number ->
                new ArrowType.Int(number.getBitWidth(), number.isSigned());
            case TimeLogicalTypeAnnotation time -> new ArrowType.Time(unit(time.getUnit()), 64);
            case TimestampLogicalTypeAnnotation timestamp -> timestamp(timestamp, hint);
            case DecimalLogicalTypeAnnotation decimal -> decimal(decimal);
            default -> throw unsupported(type);
          };
      case BINARY ->
          switch (annotation) {
            case StringLogicalTypeAnnotation ignored -> ArrowType.Utf8.INSTANCE;
            case EnumLogicalTypeAnnotation ignored -> ArrowType.Utf8.INSTANCE;
            case JsonLogicalTypeAnnotation ignored -> ArrowType.Utf8.INSTANCE;
            case DecimalLogicalTypeAnnotation decimal -> decimal(decimal);
            case null, default -> ArrowType.Binary.INSTANCE;
          };
      case FIXED_LEN_BYTE_ARRAY ->
          switch (annotation) {
            case DecimalLogicalTypeAnnotation decimal -> decimal(decimal);
            case Float16LogicalTypeAnnotation ignored ->
                new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
            case null, default -> new ArrowType.FixedSizeBinary(type.getTypeLength());
          };
      case INT96 -> throw unsupported(type);
    };
  }

  /** Seconds have no annotation in Parquet; only the Arrow schema tells them from numbers. */
  private static ArrowType seconds(@Nullable Field hint, ArrowType.Int otherwise) {
    if (hint == null) {
      return otherwise;
    }
    return switch (hint.getType()) {
      case ArrowType.Timestamp timestamp when otherwise.getBitWidth() == 64 -> timestamp;
      case ArrowType.Time time when time.getBitWidth() == otherwise.getBitWidth() -> time;
      default -> otherwise;
    };
  }

  private static ArrowType timestamp(
      TimestampLogicalTypeAnnotation timestamp, @Nullable Field hint) {
    TimeUnit unit = unit(timestamp.getUnit());
    if (!timestamp.isAdjustedToUTC()) {
      return new ArrowType.Timestamp(unit, null);
    }
    String zone =
        hint != null && hint.getType() instanceof ArrowType.Timestamp stored
            ? stored.getTimezone()
            : null;
    return new ArrowType.Timestamp(unit, zone == null ? "UTC" : zone);
  }

  private static ArrowType decimal(DecimalLogicalTypeAnnotation decimal) {
    return new ArrowType.Decimal(
        decimal.getPrecision(),
        decimal.getScale(),
        decimal.getPrecision() <= MAX_DECIMAL128_PRECISION ? 128 : 256);
  }

  private static TimeUnit unit(LogicalTypeAnnotation.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLISECOND;
      case MICROS -> TimeUnit.MICROSECOND;
      case NANOS -> TimeUnit.NANOSECOND;
    };
  }

  private static DamagedDataException unsupported(PrimitiveType type) {
    return new DamagedDataException(
        "column \"%s\": the Parquet type %s is not supported".formatted(type.getName(), type));
  }

  private static Map<String, Field> byName(List<Field> fields) {
    return fields.stream()
        .collect(Collectors.toMap(Field::getName, Function.identity(), (first, second) -> first));
  }
}
