package io.heddle.merge.ingest;

import io.heddle.encoding.Rfc3339;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Makes the event time column of a batch: milliseconds in UTC or days, without nulls. What is finer
 * than a millisecond is cut off, and counted.
 */
final class EventTimes {
  private static final long SECONDS_OF_DAY = 86_400L;
  private static final long EARLIEST = Rfc3339.EARLIEST.toEpochMilli();
  private static final long LATEST = Rfc3339.LATEST.toEpochMilli();

  private final Field field;
  private final Instant byDefault;
  private final BufferAllocator allocator;
  private long cut;

  /**
   * @param field of the dataset's event time column
   * @param byDefault for rows that do not say one
   */
  EventTimes(Field field, Instant byDefault, BufferAllocator allocator) {
    this.field = field;
    this.byDefault = byDefault;
    this.allocator = allocator;
  }

  /** How many values lost digits below the millisecond. */
  long cut() {
    return cut;
  }

  /**
   * @param given the column as it came; null when the input has none
   * @param rowsBefore rows of the ingestion before these
   * @throws IngestException (ExecutionError) naming the row whose event time lies outside the years
   *     0000 to 9999, since no reader of the chain could read it
   * @return a new vector, which the caller closes
   */
  FieldVector fill(@Nullable FieldVector given, int rows, long rowsBefore) {
    FieldVector filled = field.createVector(allocator);
    filled.setInitialCapacity(rows);
    filled.allocateNew();
    try {
      switch (filled) {
        case DateDayVector days -> fillDays(given, rows, rowsBefore, days);
        case TimeStampMilliTZVector times ->
            fillTimes((TimeStampVector) given, rows, rowsBefore, times);
        default -> throw new IllegalStateException("no event time: " + field);
      }
    } catch (RuntimeException e) {
      filled.close();
      throw e;
    }
    filled.setValueCount(rows);
    return filled;
  }

  private void fillDays(
      @Nullable FieldVector given, int rows, long rowsBefore, DateDayVector days) {
    int day = Math.toIntExact(byDefault.atZone(ZoneOffset.UTC).toLocalDate().toEpochDay());
    for (int row = 0; row < rows; row++) {
      int value = given == null || given.isNull(row) ? day : ((DateDayVector) given).get(row);
      requireWritable(Instant.ofEpochSecond(value * SECONDS_OF_DAY), rowsBefore + row);
      days.set(row, value);
    }
  }

  private void fillTimes(
      @Nullable TimeStampVector given, int rows, long rowsBefore, TimeStampMilliTZVector times) {
    long milli = byDefault.toEpochMilli();
    TimeUnit unit =
        given == null
            ? TimeUnit.MILLISECOND
            : ((ArrowType.Timestamp) given.getField().getType()).getUnit();
    for (int row = 0; row < rows; row++) {
      long value = given == null || given.isNull(row) ? milli : toMillis(given.get(row), unit);
      if (value < EARLIEST || value > LATEST) {
        requireWritable(Instant.ofEpochMilli(value), rowsBefore + row);
      }
      times.set(row, value);
    }
  }

  private void requireWritable(Instant time, long row) {
    if (!Rfc3339.canExpress(time)) {
      throw new IngestException(
          FailureKind.ExecutionError,
          "row %d, column \"%s\": the event time %s lies outside the years 0000 to 9999"
              .formatted(row + 1, field.getName(), time),
          Map.of("row", row + 1, "column", field.getName(), "value", time.toString()));
    }
  }

  private long toMillis(long value, TimeUnit unit) {
    return switch (unit) {
      case SECOND -> fromSeconds(value);
      case MILLISECOND -> value;
      case MICROSECOND -> cut(value, 1000L);
      case NANOSECOND -> cut(value, 1_000_000L);
    };
  }

  private long fromSeconds(long seconds) {
    try {
      return Math.multiplyExact(seconds, 1000L);
    } catch (ArithmeticException e) {
      throw new IngestException(
          FailureKind.ExecutionError,
          "column \"%s\": the event time %d s is too far away".formatted(field.getName(), seconds),
          Map.of("column", field.getName(), "value", Long.toString(seconds)));
    }
  }

  private long cut(long value, long perMilli) {
    if (value % perMilli != 0) {
      cut++;
    }
    return Math.floorDiv(value, perMilli);
  }
}
