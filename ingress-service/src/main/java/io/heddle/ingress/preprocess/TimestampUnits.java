package io.heddle.ingress.preprocess;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Map;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Timestamps from one unit to another. */
public final class TimestampUnits {
  private TimestampUnits() {}

  /** How many ticks of the unit a second has. */
  private static long perSecond(TimeStampVector vector) {
    TimeUnit unit = ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
    return switch (unit) {
      case SECOND -> 1L;
      case MILLISECOND -> 1_000L;
      case MICROSECOND -> 1_000_000L;
      case NANOSECOND -> 1_000_000_000L;
    };
  }

  /**
   * Fills {@code to}, which is empty, with the values of {@code from} in its own unit. Digits below
   * that unit are cut off, towards the past.
   *
   * @return how many values lost digits
   * @throws IngestException when an instant is out of the range of the finer unit
   */
  public static long convert(TimeStampVector from, TimeStampVector to, int count) {
    long fromTicks = perSecond(from);
    long toTicks = perSecond(to);
    long cut = 0;
    to.allocateNew(count);
    for (int i = 0; i < count; i++) {
      if (from.isNull(i)) {
        to.setNull(i);
        continue;
      }
      long value = from.get(i);
      if (toTicks >= fromTicks) {
        to.set(i, widened(value, toTicks / fromTicks, from, i));
      } else {
        long factor = fromTicks / toTicks;
        cut += value % factor == 0 ? 0 : 1;
        to.set(i, Math.floorDiv(value, factor));
      }
    }
    to.setValueCount(count);
    return cut;
  }

  private static long widened(long value, long factor, TimeStampVector from, int row) {
    try {
      return Math.multiplyExact(value, factor);
    } catch (ArithmeticException e) {
      throw new IngestException(
          FailureKind.ExecutionError,
          "column \"%s\": \"%s\" is out of the range of the column's unit"
              .formatted(from.getName(), from.getObject(row)),
          Map.of("column", from.getName()));
    }
  }
}
