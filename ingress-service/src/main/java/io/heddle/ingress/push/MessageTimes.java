package io.heddle.ingress.push;

import io.heddle.encoding.Rfc3339;
import io.heddle.ingress.read.ValueCheck;
import io.heddle.message.PushHeaders;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Gives rows without an event time that of their message.
 *
 * @param column what the source calls the event time
 * @param added whether a table without that column gets it; not so before a query, which has to see
 *     the columns that its author knows
 * @param type of an added column
 */
public record MessageTimes(String column, boolean added, DataType type) {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The form of an event time where nothing else is said. */
  public static final DataType MILLISECONDS = new DataType.Timestamp(TimeUnit.Millisecond, "UTC");

  /**
   * The event time that {@code text} says.
   *
   * @throws DateTimeException when it is no RFC 3339 time, or in UTC outside of the years 0000 to
   *     9999
   */
  static Instant parse(String text) {
    return inRange(Rfc3339.parse(text));
  }

  private static Instant inRange(Instant time) {
    ValueCheck.eventTimeProblem(time)
        .ifPresent(
            problem -> {
              throw new DateTimeException("it " + problem);
            });
    return time;
  }

  /**
   * The event time of a message: its header, else its timestamp.
   *
   * @throws IngestException (ReadError) when that is no event time
   */
  static Instant of(Map<String, String> headers, long timestamp) {
    String header = headers.get(PushHeaders.EVENT_TIME);
    try {
      return header == null ? inRange(Instant.ofEpochMilli(timestamp)) : parse(header);
    } catch (DateTimeException e) {
      throw new IngestException(
          FailureKind.ReadError,
          header == null
              ? "the timestamp %d of the message is no event time: %s"
                  .formatted(timestamp, e.getMessage())
              : "the header %s is no event time: %s (%s)"
                  .formatted(PushHeaders.EVENT_TIME, header, e.getMessage()),
          e);
    }
  }

  DataSchema withEventTime(DataSchema schema) {
    if (!added || schema.field(column).isPresent()) {
      return schema;
    }
    List<DataField> fields = new ArrayList<>(schema.fields());
    fields.add(new DataField(column, type));
    return new DataSchema(fields);
  }

  /**
   * The form that {@code time} has in the event time column of a batch; 0 where there is none to
   * fill.
   *
   * @throws IngestException (ReadError) when the column's type cannot hold it
   */
  long value(VectorSchemaRoot batch, Instant time) {
    try {
      return switch (batch.getVector(column)) {
        case TimeStampVector times -> ticks(times, time);
        case DateDayVector ignored -> time.atZone(ZoneOffset.UTC).toLocalDate().toEpochDay();
        case null, default -> 0;
      };
    } catch (ArithmeticException e) {
      throw new IngestException(
          FailureKind.ReadError,
          "the event time %s of the message is out of the range of column \"%s\""
              .formatted(Rfc3339.format(time), column),
          e);
    }
  }

  /** Fills the nulls of some rows, all of them where the column was added. */
  void fill(VectorSchemaRoot batch, int start, int count, long value) {
    FieldVector vector = batch.getVector(column);
    for (int row = start; row < start + count; row++) {
      switch (vector) {
        case null -> {}
        case TimeStampVector times -> {
          if (isMissing(times, row)) {
            times.setSafe(row, value);
          }
        }
        case DateDayVector dates -> {
          if (isMissing(dates, row)) {
            dates.setSafe(row, Math.toIntExact(value));
          }
        }
        default -> {}
      }
    }
  }

  private static boolean isMissing(FieldVector vector, int row) {
    return row >= vector.getValueCount() || vector.isNull(row);
  }

  private static long ticks(TimeStampVector vector, Instant time) {
    long millis = time.toEpochMilli();
    return switch (((ArrowType.Timestamp) vector.getField().getType()).getUnit()) {
      case SECOND -> Math.floorDiv(millis, MILLIS_PER_SECOND);
      case MILLISECOND -> millis;
      case MICROSECOND -> Math.multiplyExact(millis, MICROS_PER_MILLI);
      case NANOSECOND -> Math.multiplyExact(millis, NANOS_PER_MILLI);
    };
  }
}
