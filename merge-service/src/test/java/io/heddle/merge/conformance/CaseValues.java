package io.heddle.merge.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.schema.DataType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/** Values of cases: out of JSON into Arrow, and both into one form that can be compared. */
final class CaseValues {
  private static final List<String> OPERATIONS = List.of("+A", "-R", "-C", "+C");

  private CaseValues() {}

  /** {@code s3} and {@code e7} are days after a fixed day, everything else is RFC 3339. */
  static Instant instant(String text) {
    if (text.matches("[se]\\d+")) {
      String first = text.startsWith("s") ? "2040-01-01T00:00:00Z" : "2010-01-01T00:00:00Z";
      return Instant.parse(first).plus(Integer.parseInt(text.substring(1)), ChronoUnit.DAYS);
    }
    return java.time.OffsetDateTime.parse(text.contains("T") && hasZone(text) ? text : text + "Z")
        .toInstant();
  }

  private static boolean hasZone(String text) {
    return text.endsWith("Z") || text.matches(".*[+-]\\d\\d:\\d\\d$");
  }

  static @Nullable Object parse(JsonNode value, DataType type) {
    if (value.isNull()) {
      return null;
    }
    return switch (type) {
      case DataType.Option(DataType inner) -> parse(value, inner);
      case DataType.Timestamp ignored -> instant(value.asText());
      case DataType.Date ignored ->
          value.asText().matches("[se]\\d+")
              ? instant(value.asText()).atZone(ZoneOffset.UTC).toLocalDate()
              : LocalDate.parse(value.asText());
      case DataType.Bool ignored -> value.booleanValue();
      case DataType.Text ignored -> value.asText();
      case DataType.Binary ignored -> value.asText();
      case DataType.Decimal decimal -> new BigDecimal(value.asText()).setScale(decimal.scale());
      case DataType.Float32 ignored -> value.doubleValue();
      case DataType.Float64 ignored -> value.doubleValue();
      case DataType.List(DataType item, Long ignored) -> {
        List<@Nullable Object> items = new ArrayList<>();
        value.forEach(each -> items.add(parse(each, item)));
        yield items;
      }
      case DataType.Struct struct -> {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        struct
            .fields()
            .forEach(
                field -> members.put(field.name(), parse(value.get(field.name()), field.type())));
        yield members;
      }
      default ->
          value.isTextual() && OPERATIONS.contains(value.asText())
              ? (Long) (long) OPERATIONS.indexOf(value.asText())
              : (Long) value.longValue();
    };
  }

  static void write(FieldVector vector, int index, @Nullable Object value) {
    if (value == null) {
      vector.setNull(index);
      return;
    }
    switch (vector) {
      case TimeStampVector times -> times.setSafe(index, toUnit((Instant) value, unit(times)));
      case DateDayVector days ->
          days.setSafe(index, Math.toIntExact(((LocalDate) value).toEpochDay()));
      case BitVector bits -> bits.setSafe(index, (Boolean) value ? 1 : 0);
      case VarCharVector text ->
          text.setSafe(index, value.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
      case VarBinaryVector binary ->
          binary.setSafe(index, HexFormat.of().parseHex(value.toString().substring(2)));
      case DecimalVector decimal -> decimal.setSafe(index, (BigDecimal) value);
      case Float4Vector number -> number.setSafe(index, ((Double) value).floatValue());
      case Float8Vector number -> number.setSafe(index, (Double) value);
      case ListVector list -> {
        List<?> items = (List<?>) value;
        int start = list.startNewValue(index);
        for (int i = 0; i < items.size(); i++) {
          write(list.getDataVector(), start + i, items.get(i));
        }
        list.endValue(index, items.size());
      }
      case StructVector struct -> {
        struct.setIndexDefined(index);
        ((Map<?, ?>) value)
            .forEach((name, member) -> write(child(struct, (String) name), index, member));
      }
      case BaseIntVector number -> number.setWithPossibleTruncate(index, (Long) value);
      default -> throw new IllegalArgumentException("no case value for " + vector.getField());
    }
  }

  static @Nullable Object read(FieldVector vector, int index) {
    if (vector.isNull(index)) {
      return null;
    }
    return switch (vector) {
      case TimeStampVector times -> fromUnit(times.get(index), unit(times));
      case DateDayVector days -> LocalDate.ofEpochDay(days.get(index));
      case BitVector bits -> bits.get(index) != 0;
      case VarBinaryVector binary -> "0x" + HexFormat.of().formatHex(binary.get(index));
      case DecimalVector decimal -> decimal.getObject(index);
      case Float4Vector number -> (double) number.get(index);
      case Float8Vector number -> number.get(index);
      case ListVector list -> {
        List<@Nullable Object> items = new ArrayList<>();
        for (int i = list.getElementStartIndex(index); i < list.getElementEndIndex(index); i++) {
          items.add(read(list.getDataVector(), i));
        }
        yield items;
      }
      case StructVector struct -> {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (FieldVector child : struct.getChildrenFromFields()) {
          members.put(child.getName(), read(child, index));
        }
        yield members;
      }
      case BaseIntVector number -> number.getValueAsLong(index);
      default -> String.valueOf(vector.getObject(index));
    };
  }

  private static FieldVector child(StructVector struct, String name) {
    return struct.getChildrenFromFields().stream()
        .filter(each -> each.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static TimeUnit unit(TimeStampVector vector) {
    return ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
  }

  private static long toUnit(Instant instant, TimeUnit unit) {
    return switch (unit) {
      case SECOND -> instant.getEpochSecond();
      case MILLISECOND -> instant.toEpochMilli();
      case MICROSECOND -> ChronoUnit.MICROS.between(Instant.EPOCH, instant);
      case NANOSECOND -> ChronoUnit.NANOS.between(Instant.EPOCH, instant);
    };
  }

  private static Instant fromUnit(long value, TimeUnit unit) {
    return switch (unit) {
      case SECOND -> Instant.ofEpochSecond(value);
      case MILLISECOND -> Instant.ofEpochMilli(value);
      case MICROSECOND -> Instant.EPOCH.plus(value, ChronoUnit.MICROS);
      case NANOSECOND -> Instant.EPOCH.plus(value, ChronoUnit.NANOS);
    };
  }
}
