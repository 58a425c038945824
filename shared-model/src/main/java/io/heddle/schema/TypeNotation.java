package io.heddle.schema;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Types as messages show them: {@code Decimal(10,2)}, {@code List<String?>?}; a question mark makes
 * a type optional.
 */
public final class TypeNotation {
  private TypeNotation() {}

  public static String of(DataType type) {
    return switch (type) {
      case DataType.Option(DataType inner) -> of(inner) + "?";
      case DataType.Binary(Long length) -> "Binary" + parameter(length);
      case DataType.Decimal(int precision, int scale) -> "Decimal(" + precision + "," + scale + ")";
      case DataType.Duration(TimeUnit unit) -> "Duration" + parameter(unit);
      case DataType.Time(TimeUnit unit) -> "Time" + parameter(unit);
      case DataType.Timestamp timestamp ->
          timestamp.effectiveUnit() == TimeUnit.Millisecond
                  && timestamp.effectiveTimezone().equals("UTC")
              ? "Timestamp"
              : "Timestamp("
                  + timestamp.effectiveUnit()
                  + ","
                  + timestamp.effectiveTimezone()
                  + ")";
      case DataType.List(DataType item, Long length) ->
          "List<" + of(item) + (length == null ? "" : "," + Long.toUnsignedString(length)) + ">";
      case DataType.Map map -> "Map<" + of(map.keyType()) + "," + of(map.valueType()) + ">";
      case DataType.Struct struct ->
          struct.fields().stream()
              .map(field -> field.name() + ":" + of(field.type()))
              .collect(Collectors.joining(",", "Struct<", ">"));
      case DataType.Text ignored -> "String";
      case DataType.Bool ignored -> "Bool";
      case DataType.Date ignored -> "Date";
      case DataType.Float16 ignored -> "Float16";
      case DataType.Float32 ignored -> "Float32";
      case DataType.Float64 ignored -> "Float64";
      case DataType.Int8 ignored -> "Int8";
      case DataType.Int16 ignored -> "Int16";
      case DataType.Int32 ignored -> "Int32";
      case DataType.Int64 ignored -> "Int64";
      case DataType.UInt8 ignored -> "UInt8";
      case DataType.UInt16 ignored -> "UInt16";
      case DataType.UInt32 ignored -> "UInt32";
      case DataType.UInt64 ignored -> "UInt64";
      case DataType.Null ignored -> "Null";
    };
  }

  private static String parameter(@Nullable Object value) {
    return value == null ? "" : "(" + value + ")";
  }
}
