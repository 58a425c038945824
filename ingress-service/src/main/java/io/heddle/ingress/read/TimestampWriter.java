package io.heddle.ingress.read;

import io.heddle.notation.TimeFormat;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.nio.CharBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import org.apache.arrow.vector.TimeStampVector;
import org.jspecify.annotations.Nullable;

/** Timestamps, in the forms of RFC 3339 or in the declared format; without a zone they are UTC. */
final class TimestampWriter implements ValueWriter {
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private final TimeStampVector vector;
  private final TimeUnit unit;
  private final @Nullable TimeFormat format;
  private final long unitsPerSecond;
  private final Rfc3339 rfc3339 = new Rfc3339();

  /**
   * @param format null for {@code rfc3339}
   */
  TimestampWriter(TimeStampVector vector, DataType.Timestamp type, @Nullable TimeFormat format) {
    this.vector = vector;
    this.unit = type.effectiveUnit();
    this.format = format;
    this.unitsPerSecond =
        switch (unit) {
          case Second -> 1;
          case Millisecond -> 1_000;
          case Microsecond -> 1_000_000;
          case Nanosecond -> NANOS_PER_SECOND;
        };
  }

  @Override
  public @Nullable String write(int row, char[] chars, int from, int to) {
    if (format == null) {
      String problem = rfc3339.timestamp(chars, from, to);
      return problem == null ? store(row, rfc3339.epochSecond(), rfc3339.nanos()) : problem;
    }
    try {
      Instant instant = format.instant(CharBuffer.wrap(chars, from, to - from));
      return store(row, instant.getEpochSecond(), instant.getNano());
    } catch (DateTimeException e) {
      return "is not a timestamp in the format " + format;
    }
  }

  private @Nullable String store(int row, long epochSecond, int nanos) {
    long nanosPerUnit = NANOS_PER_SECOND / unitsPerSecond;
    if (nanos % nanosPerUnit != 0) {
      return "has digits below the column's unit, " + unit;
    }
    // Before 1970 the fraction counts back from the second behind it, or the first values that the
    // unit can hold would leave its range on the way.
    boolean back = epochSecond < 0 && nanos > 0;
    long seconds = back ? epochSecond + 1 : epochSecond;
    long fraction = nanos / nanosPerUnit - (back ? unitsPerSecond : 0);
    try {
      vector.setSafe(row, Math.addExact(Math.multiplyExact(seconds, unitsPerSecond), fraction));
      return null;
    } catch (ArithmeticException e) {
      return "is out of the range of a timestamp in the unit " + unit;
    }
  }

  @Override
  public void writeNull(int row) {
    vector.setNull(row);
  }

  @Override
  public String expects() {
    return "timestamps";
  }
}
