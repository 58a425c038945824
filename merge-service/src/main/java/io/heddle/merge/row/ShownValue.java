package io.heddle.merge.row;

import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** A value as a message shows it: numbers as numbers, times as RFC 3339, the rest as text. */
public final class ShownValue {
  private ShownValue() {}

  /** The value at {@code index}, which may be null: it is shown as {@code "null"}. */
  public static Object of(FieldVector vector, int index) {
    if (vector.isNull(index)) {
      return "null";
    }
    return switch (vector) {
      case UInt8Vector number -> Long.toUnsignedString(number.get(index));
      case BaseIntVector number -> number.getValueAsLong(index);
      case BitVector bit -> bit.get(index) != 0;
      case Float4Vector number -> number.get(index);
      case Float8Vector number -> number.get(index);
      case DateDayVector day -> LocalDate.ofEpochDay(day.get(index)).toString();
      case TimeStampVector time -> DateTimeFormatter.ISO_INSTANT.format(instant(time, index));
      case VarBinaryVector binary -> "0x" + HexFormat.of().formatHex(binary.get(index));
      case FixedSizeBinaryVector binary -> "0x" + HexFormat.of().formatHex(binary.get(index));
      default -> String.valueOf(vector.getObject(index));
    };
  }

  private static Instant instant(TimeStampVector vector, int index) {
    long value = vector.get(index);
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    return switch (type.getUnit()) {
      case SECOND -> Instant.ofEpochSecond(value);
      case MILLISECOND -> Instant.ofEpochMilli(value);
      case MICROSECOND ->
          Instant.ofEpochSecond(
              Math.floorDiv(value, 1_000_000), Math.floorMod(value, 1_000_000) * 1_000L);
      case NANOSECOND ->
          Instant.ofEpochSecond(
              Math.floorDiv(value, 1_000_000_000), Math.floorMod(value, 1_000_000_000));
    };
  }
}
