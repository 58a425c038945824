package io.heddle.ingress.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
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
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Values of vectors in the spelling of the test cases. */
final class ArrowValues {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ArrowValues() {}

  static JsonNode toJson(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return JSON.nullNode();
    }
    return switch (vector) {
      case BitVector bits -> JSON.booleanNode(bits.get(row) == 1);
      case TinyIntVector ints -> JSON.numberNode((long) ints.get(row));
      case SmallIntVector ints -> JSON.numberNode((long) ints.get(row));
      case IntVector ints -> JSON.numberNode((long) ints.get(row));
      case BigIntVector ints -> JSON.numberNode(ints.get(row));
      case UInt1Vector ints -> JSON.numberNode((long) ints.get(row) & 0xff);
      case UInt2Vector ints -> JSON.numberNode((long) ints.get(row));
      case UInt4Vector ints -> JSON.numberNode(ints.get(row) & 0xffffffffL);
      case UInt8Vector ints ->
          JSON.numberNode(new java.math.BigInteger(Long.toUnsignedString(ints.get(row))));
      case Float2Vector floats -> JSON.numberNode((double) floats.getValueAsFloat(row));
      case Float4Vector floats -> JSON.numberNode((double) floats.get(row));
      case Float8Vector floats -> JSON.numberNode(floats.get(row));
      case DecimalVector decimals -> decimal(decimals.getObject(row));
      case Decimal256Vector decimals -> decimal(decimals.getObject(row));
      case DateDayVector dates -> JSON.textNode(LocalDate.ofEpochDay(dates.get(row)).toString());
      case TimeStampVector times -> JSON.textNode(instant(times, row).toString());
      case VarCharVector texts -> JSON.textNode(texts.getObject(row).toString());
      case ListVector lists ->
          items(
              lists.getDataVector(),
              lists.getElementStartIndex(row),
              lists.getElementEndIndex(row));
      case FixedSizeListVector lists ->
          items(
              lists.getDataVector(),
              lists.getElementStartIndex(row),
              lists.getElementEndIndex(row));
      case StructVector structs -> {
        ObjectNode object = JSON.objectNode();
        for (FieldVector child : structs.getChildrenFromFields()) {
          object.set(child.getName(), toJson(child, row));
        }
        yield object;
      }
      default -> throw new AssertionError("unexpected " + vector.getClass());
    };
  }

  private static JsonNode decimal(BigDecimal value) {
    return JSON.textNode(value.toPlainString());
  }

  private static ArrayNode items(FieldVector items, int from, int to) {
    ArrayNode array = JSON.arrayNode();
    for (int i = from; i < to; i++) {
      array.add(toJson(items, i));
    }
    return array;
  }

  private static Instant instant(TimeStampVector times, int row) {
    long value = times.get(row);
    long perSecond =
        switch (((ArrowType.Timestamp) times.getField().getType()).getUnit()) {
          case SECOND -> 1L;
          case MILLISECOND -> 1_000L;
          case MICROSECOND -> 1_000_000L;
          case NANOSECOND -> 1_000_000_000L;
        };
    return Instant.ofEpochSecond(
        Math.floorDiv(value, perSecond),
        Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
  }
}
