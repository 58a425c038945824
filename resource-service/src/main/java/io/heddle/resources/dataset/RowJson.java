package io.heddle.resources.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Rows as JSON objects. Times are RFC 3339 in UTC, decimals texts (no reader of JSON rounds those),
 * binary values lower-case hex, floats that JSON has no number for the texts {@code NaN}, {@code
 * Infinity} and {@code -Infinity}.
 */
final class RowJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private RowJson() {}

  static ObjectNode row(VectorSchemaRoot batch, int row) {
    ObjectNode json = JSON.objectNode();
    for (FieldVector vector : batch.getFieldVectors()) {
      json.set(vector.getName(), value(vector, row));
    }
    return json;
  }

  private static JsonNode value(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return JSON.nullNode();
    }
    return switch (vector) {
      case BitVector bits -> JSON.booleanNode(bits.get(row) == 1);
      case UInt8Vector longs -> ChainJson.unsigned(longs.get(row));
      case BigIntVector longs -> JSON.numberNode(longs.get(row));
      case BaseIntVector ints -> JSON.numberNode(ints.getValueAsLong(row));
      case Float2Vector floats -> floating(floats.getValueAsFloat(row));
      case Float4Vector floats -> floating(floats.get(row));
      case Float8Vector doubles -> floating(doubles.get(row));
      case DecimalVector decimals -> decimal(decimals.getObject(row));
      case Decimal256Vector decimals -> decimal(decimals.getObject(row));
      case VarCharVector text -> JSON.textNode(text.getObject(row).toString());
      case LargeVarCharVector text -> JSON.textNode(text.getObject(row).toString());
      case VarBinaryVector bytes -> hex(bytes.get(row));
      case LargeVarBinaryVector bytes -> hex(bytes.get(row));
      case FixedSizeBinaryVector bytes -> hex(bytes.get(row));
      case DateDayVector days -> JSON.textNode(LocalDate.ofEpochDay(days.get(row)).toString());
      case DateMilliVector millis ->
          JSON.textNode(
              LocalDate.ofEpochDay(Math.floorDiv(millis.get(row), 86_400_000L)).toString());
      case TimeSecVector time -> time(time.get(row), 1_000_000_000L);
      case TimeMilliVector time -> time(time.get(row), 1_000_000L);
      case TimeMicroVector time -> time(time.get(row), 1_000L);
      case TimeNanoVector time -> time(time.get(row), 1L);
      case TimeStampVector timestamps -> timestamp(timestamps, row);
      case StructVector struct -> struct(struct, row);
      case ListVector list ->
          items(list.getDataVector(), list.getElementStartIndex(row), list.getElementEndIndex(row));
      case FixedSizeListVector list ->
          items(
              list.getDataVector(),
              row * list.getListSize(),
              row * list.getListSize() + list.getListSize());
      default -> JSON.textNode(String.valueOf(vector.getObject(row)));
    };
  }

  private static JsonNode floating(double value) {
    return Double.isFinite(value) ? JSON.numberNode(value) : JSON.textNode(Double.toString(value));
  }

  private static JsonNode floating(float value) {
    return Float.isFinite(value) ? JSON.numberNode(value) : JSON.textNode(Float.toString(value));
  }

  private static JsonNode decimal(BigDecimal value) {
    return JSON.textNode(value.toPlainString());
  }

  private static JsonNode hex(byte[] value) {
    return JSON.textNode(HexFormat.of().formatHex(value));
  }

  private static JsonNode time(long value, long nanosPerUnit) {
    return JSON.textNode(LocalTime.ofNanoOfDay(value * nanosPerUnit).toString());
  }

  private static JsonNode timestamp(TimeStampVector vector, int row) {
    TimeUnit unit = ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
    ChronoUnit chronoUnit =
        switch (unit) {
          case SECOND -> ChronoUnit.SECONDS;
          case MILLISECOND -> ChronoUnit.MILLIS;
          case MICROSECOND -> ChronoUnit.MICROS;
          case NANOSECOND -> ChronoUnit.NANOS;
        };
    return JSON.textNode(Instant.EPOCH.plus(vector.get(row), chronoUnit).toString());
  }

  private static JsonNode struct(StructVector struct, int row) {
    ObjectNode json = JSON.objectNode();
    List<FieldVector> members = struct.getChildrenFromFields();
    members.forEach(member -> json.set(member.getName(), value(member, row)));
    return json;
  }

  private static JsonNode items(FieldVector items, int from, int to) {
    ArrayNode json = JSON.arrayNode();
    for (int item = from; item < to; item++) {
      json.add(value(items, item));
    }
    return json;
  }
}
