package io.heddle.ingress.read;

import io.heddle.encoding.Rfc3339;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.jspecify.annotations.Nullable;

/**
 * The one look at values that vectors can hold and datasets cannot, whoever filled the vectors: a
 * reader, a query or the header of a pushed message.
 *
 * <ul>
 *   <li>Event times outside the years 0000 to 9999 in UTC, which the chain's texts cannot express
 *       (sources, "range of event times"). Other columns hold what their unit can hold.
 *   <li>Decimals with more digits than their precision, at any depth.
 * </ul>
 *
 * Immutable; safe for use by several threads.
 */
public final class ValueCheck {
  /**
   * A value that no dataset can hold.
   *
   * @param row its row in the batch, from 0
   * @param value as text
   * @param why goes on after the value: "lies outside …"
   */
  public record Misfit(int row, String column, String value, String why) {
    /** The misfit as part of a sentence; {@code number} is what the reader calls the row. */
    public String describe(String unit, long number) {
      return "%s %d, column \"%s\": \"%s\" %s".formatted(unit, number, column, value, why);
    }
  }

  /** Looks at the value in one place of a vector; the empty result means that it is in order. */
  private interface Place {
    @Nullable Misfit look(FieldVector vector, int index);
  }

  private record Column(String name, Place place) {}

  private static final String OUTSIDE =
      "lies outside the years 0000 to 9999 in UTC, which is all that an event time can be";

  private final List<Column> columns = new ArrayList<>();

  private ValueCheck() {}

  /**
   * @param eventTimeColumn what the rows call the event time; a column of another type than Date or
   *     Timestamp is left to those who refuse it
   */
  public static ValueCheck of(DataSchema schema, String eventTimeColumn) {
    ValueCheck check = new ValueCheck();
    for (DataField field : schema.fields()) {
      Place place =
          field.name().equals(eventTimeColumn)
              ? eventTime(field.name(), ValueWriters.required(field.type()))
              : place(field.name(), field.type());
      if (place != null) {
        check.columns.add(new Column(field.name(), place));
      }
    }
    return check;
  }

  /**
   * Whether a dataset can hold {@code time} as an event time, wherever it comes from.
   *
   * @return why not, to be put behind the value; empty when it can
   */
  public static Optional<String> eventTimeProblem(Instant time) {
    return Rfc3339.canExpress(time) ? Optional.empty() : Optional.of(OUTSIDE);
  }

  /** The first misfit among the rows from {@code from} to before {@code to}, if there is one. */
  public Optional<Misfit> find(VectorSchemaRoot rows, int from, int to) {
    Misfit first = null;
    for (Column column : columns) {
      FieldVector vector = rows.getVector(column.name());
      int end = first == null ? to : first.row();
      for (int row = from; row < end; row++) {
        Misfit misfit = column.place().look(vector, row);
        if (misfit != null) {
          first = new Misfit(row, misfit.column(), misfit.value(), misfit.why());
          break;
        }
      }
    }
    return Optional.ofNullable(first);
  }

  private static @Nullable Place eventTime(String column, DataType type) {
    return switch (type) {
      case DataType.Date ignored -> dates(column);
      case DataType.Timestamp time when time.effectiveUnit() != TimeUnit.Nanosecond ->
          times(column, time.effectiveUnit());
      // A Timestamp of nanoseconds ends in 2262.
      default -> null;
    };
  }

  private static Place dates(String column) {
    long least = LocalDate.ofInstant(Rfc3339.EARLIEST, ZoneOffset.UTC).toEpochDay();
    long greatest = LocalDate.ofInstant(Rfc3339.LATEST, ZoneOffset.UTC).toEpochDay();
    return (vector, row) -> {
      if (vector.isNull(row)) {
        return null;
      }
      int day = ((DateDayVector) vector).get(row);
      return day < least || day > greatest
          ? new Misfit(row, column, LocalDate.ofEpochDay(day).toString(), OUTSIDE)
          : null;
    };
  }

  private static Place times(String column, TimeUnit unit) {
    long perSecond =
        switch (unit) {
          case Second -> 1;
          case Millisecond -> 1_000;
          case Microsecond -> 1_000_000;
          case Nanosecond -> throw new IllegalArgumentException("they are never out of range");
        };
    long least = Rfc3339.EARLIEST.getEpochSecond() * perSecond;
    long greatest = (Rfc3339.LATEST.getEpochSecond() + 1) * perSecond - 1;
    return (vector, row) -> {
      if (vector.isNull(row)) {
        return null;
      }
      long ticks = ((TimeStampVector) vector).get(row);
      return ticks < least || ticks > greatest
          ? new Misfit(row, column, text(ticks, perSecond), OUTSIDE)
          : null;
    };
  }

  /** Seconds can be further away than an Instant reaches; then they are told as they are. */
  private static String text(long ticks, long perSecond) {
    long seconds = Math.floorDiv(ticks, perSecond);
    return seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()
        ? seconds + " seconds since 1970"
        : Instant.ofEpochSecond(
                seconds, Math.floorMod(ticks, perSecond) * (1_000_000_000 / perSecond))
            .toString();
  }

  /** Null when nothing of that type can be a misfit. */
  private static @Nullable Place place(String path, DataType type) {
    return switch (type) {
      case DataType.Option(DataType inner) -> place(path, inner);
      case DataType.Decimal(int precision, int ignored) -> decimals(path, precision);
      case DataType.List(DataType item, Long ignored) -> items(place(path + "[]", item));
      case DataType.Map(DataType key, DataType value, Boolean ignored) ->
          items(members(Arrays.asList(place(path + "[key]", key), place(path + "[value]", value))));
      case DataType.Struct(List<DataField> fields) ->
          members(
              fields.stream()
                  .map(field -> place(path + "." + field.name(), field.type()))
                  .collect(Collectors.toCollection(ArrayList::new)));
      default -> null;
    };
  }

  private static @Nullable Place items(@Nullable Place item) {
    return item == null
        ? null
        : (vector, row) -> {
          if (vector.isNull(row)) {
            return null;
          }
          int from;
          int to;
          if (vector instanceof FixedSizeListVector list) {
            from = row * list.getListSize();
            to = from + list.getListSize();
          } else {
            from = ((ListVector) vector).getElementStartIndex(row);
            to = ((ListVector) vector).getElementEndIndex(row);
          }
          FieldVector items = vector.getChildrenFromFields().getFirst();
          for (int i = from; i < to; i++) {
            Misfit misfit = item.look(items, i);
            if (misfit != null) {
              return misfit;
            }
          }
          return null;
        };
  }

  private static @Nullable Place members(List<@Nullable Place> members) {
    return members.stream().allMatch(Objects::isNull)
        ? null
        : (vector, row) -> {
          if (vector.isNull(row)) {
            return null;
          }
          for (int i = 0; i < members.size(); i++) {
            Place member = members.get(i);
            Misfit misfit =
                member == null ? null : member.look(vector.getChildrenFromFields().get(i), row);
            if (misfit != null) {
              return misfit;
            }
          }
          return null;
        };
  }

  private static Place decimals(String path, int precision) {
    BigInteger limit = BigInteger.TEN.pow(precision);
    long longLimit = precision <= NumberText.LONG_DIGITS ? limit.longValueExact() : Long.MAX_VALUE;
    return (vector, row) -> {
      if (vector.isNull(row) || isShort(vector, row, longLimit)) {
        return null;
      }
      BigDecimal value = decimal(vector, row);
      return value.unscaledValue().abs().compareTo(limit) < 0
          ? null
          : new Misfit(
              row,
              path,
              value.toPlainString(),
              "has more than the %d digits of the column's type".formatted(precision));
    };
  }

  /** Whether a value is below a limit that fits a long; no object is made to see that. */
  private static boolean isShort(FieldVector vector, int row, long limit) {
    if (!(vector instanceof DecimalVector decimals)) {
      return false;
    }
    long low = decimals.getDataBuffer().getLong((long) row * DecimalVector.TYPE_WIDTH);
    long high = decimals.getDataBuffer().getLong((long) row * DecimalVector.TYPE_WIDTH + 8);
    return high == low >> 63 && low > -limit && low < limit;
  }

  private static BigDecimal decimal(FieldVector vector, int row) {
    return vector instanceof DecimalVector narrow
        ? narrow.getObjectNotNull(row)
        : ((Decimal256Vector) vector).getObjectNotNull(row);
  }
}
