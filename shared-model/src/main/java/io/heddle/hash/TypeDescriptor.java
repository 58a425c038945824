package io.heddle.hash;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** The bytes that stand for a column's type in its hash (ODF "Logical hash", type descriptor). */
final class TypeDescriptor {
  private static final int NULL = 0;
  private static final int INT = 1;
  private static final int FLOAT = 2;
  private static final int BINARY = 3;
  private static final int TEXT = 4;
  private static final int BOOL = 5;
  private static final int DECIMAL = 6;
  private static final int DATE = 7;
  private static final int TIME = 8;
  private static final int TIMESTAMP = 9;
  private static final int LIST = 11;

  private TypeDescriptor() {}

  /**
   * @param column the name of the column that the field is or belongs to
   * @throws IngestException (UnsupportedSchema) for types that have no logical hash
   */
  static void write(Field field, String column, ByteSink sink) {
    if (field.getDictionary() != null) {
      throw unsupported(field, column);
    }
    switch (field.getType()) {
      case ArrowType.Null ignored -> sink.putShort(NULL);
      case ArrowType.Int type -> {
        sink.putShort(INT);
        sink.putByte(type.getIsSigned() ? 1 : 0);
        sink.putLong(type.getBitWidth());
      }
      case ArrowType.FloatingPoint type -> {
        sink.putShort(FLOAT);
        sink.putLong(
            switch (type.getPrecision()) {
              case HALF -> 16;
              case SINGLE -> 32;
              case DOUBLE -> 64;
            });
      }
      case ArrowType.Binary ignored -> sink.putShort(BINARY);
      case ArrowType.LargeBinary ignored -> sink.putShort(BINARY);
      case ArrowType.BinaryView ignored -> sink.putShort(BINARY);
      case ArrowType.FixedSizeBinary ignored -> sink.putShort(BINARY);
      case ArrowType.Utf8 ignored -> sink.putShort(TEXT);
      case ArrowType.LargeUtf8 ignored -> sink.putShort(TEXT);
      case ArrowType.Utf8View ignored -> sink.putShort(TEXT);
      case ArrowType.Bool ignored -> sink.putShort(BOOL);
      case ArrowType.Decimal type -> {
        sink.putShort(DECIMAL);
        sink.putLong(type.getBitWidth());
        sink.putLong(type.getPrecision());
        sink.putLong(type.getScale());
      }
      case ArrowType.Date type -> {
        boolean days = type.getUnit() == DateUnit.DAY;
        sink.putShort(DATE);
        sink.putLong(days ? 32 : 64);
        sink.putShort(days ? 0 : 1);
      }
      case ArrowType.Time type -> {
        sink.putShort(TIME);
        sink.putLong(type.getBitWidth());
        sink.putShort(unit(type.getUnit()));
      }
      case ArrowType.Timestamp type -> {
        sink.putShort(TIMESTAMP);
        sink.putShort(unit(type.getUnit()));
        if (type.getTimezone() == null) {
          sink.putByte(0);
        } else {
          writeText(type.getTimezone(), sink);
        }
      }
      case ArrowType.List ignored -> writeList(field, column, sink);
      case ArrowType.LargeList ignored -> writeList(field, column, sink);
      case ArrowType.FixedSizeList ignored -> writeList(field, column, sink);
      default -> throw unsupported(field, column);
    }
  }

  static void writeText(String text, ByteSink sink) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sink.putLong(bytes.length);
    sink.put(bytes, 0, bytes.length);
  }

  private static void writeList(Field field, String column, ByteSink sink) {
    sink.putShort(LIST);
    Field item = field.getChildren().getFirst();
    if (item.getType() instanceof ArrowType.Struct) {
      throw unsupported("lists of structs cannot be hashed", column);
    }
    write(item, column, sink);
  }

  private static int unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 0;
      case MILLISECOND -> 1;
      case MICROSECOND -> 2;
      case NANOSECOND -> 3;
    };
  }

  static IngestException unsupported(Field field, String column) {
    return unsupported(
        "values of the type %s%s cannot be hashed"
            .formatted(field.getType(), field.getDictionary() == null ? "" : " in a dictionary"),
        column);
  }

  private static IngestException unsupported(String why, String column) {
    return new IngestException(
        FailureKind.UnsupportedSchema,
        "column \"%s\": %s".formatted(column, why),
        Map.of("column", column));
  }
}
