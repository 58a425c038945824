package io.heddle.ingress.push;

import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
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

  DataSchema withEventTime(DataSchema schema) {
    if (!added || schema.field(column).isPresent()) {
      return schema;
    }
    List<DataField> fields = new ArrayList<>(schema.fields());
    fields.add(new DataField(column, type));
    return new DataSchema(fields);
  }

  /** Fills the nulls of some rows, all of them where the column was added. */
  void fill(VectorSchemaRoot batch, int start, int count, Instant time) {
    FieldVector vector = batch.getVector(column);
    for (int row = start; row < start + count; row++) {
      switch (vector) {
        case null -> {}
        case TimeStampVector times -> {
          if (isMissing(times, row)) {
            times.setSafe(row, ticks(times, time));
          }
        }
        case DateDayVector dates -> {
          if (isMissing(dates, row)) {
            dates.setSafe(row, (int) time.atZone(ZoneOffset.UTC).toLocalDate().toEpochDay());
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
