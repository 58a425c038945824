package io.heddle.ingress.read;

import io.heddle.notation.TimeFormat;
import java.nio.CharBuffer;
import java.time.DateTimeException;
import org.apache.arrow.vector.DateDayVector;
import org.jspecify.annotations.Nullable;

/** Dates, as {@code YYYY-MM-DD} or in the declared format. */
final class DateWriter implements ValueWriter {
  private final DateDayVector vector;
  private final @Nullable TimeFormat format;
  private final Rfc3339 rfc3339 = new Rfc3339();

  /**
   * @param format null for {@code rfc3339}
   */
  DateWriter(DateDayVector vector, @Nullable TimeFormat format) {
    this.vector = vector;
    this.format = format;
  }

  @Override
  public @Nullable String write(int row, char[] chars, int from, int to) {
    if (format == null) {
      String problem = rfc3339.date(chars, from, to);
      if (problem == null) {
        vector.setSafe(row, (int) rfc3339.epochDay());
      }
      return problem;
    }
    try {
      long day = format.date(CharBuffer.wrap(chars, from, to - from)).toEpochDay();
      vector.setSafe(row, Math.toIntExact(day));
      return null;
    } catch (DateTimeException | ArithmeticException e) {
      return "is not a date in the format " + format;
    }
  }

  @Override
  public void writeNull(int row) {
    vector.setNull(row);
  }

  @Override
  public String expects() {
    return "dates";
  }
}
