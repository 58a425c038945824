package io.heddle.ingress.preprocess;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Map;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Looks for dates and times that the engine has and the data model has not: infinite ones, which
 * come out of it as the largest numbers. What else a dataset cannot hold is looked for in all rows,
 * wherever they come from.
 */
final class InfiniteTimes {
  private InfiniteTimes() {}

  /**
   * @param column names the column in messages
   * @throws IngestException (ExecutionError) naming the first infinite value
   */
  static void refuse(String column, FieldVector values, int count) {
    switch (values) {
      case TimeStampVector times -> {
        for (int i = 0; i < count; i++) {
          if (!times.isNull(i)) {
            refuse(column, times.get(i), Long.MAX_VALUE);
          }
        }
      }
      case DateDayVector dates -> {
        for (int i = 0; i < count; i++) {
          if (!dates.isNull(i)) {
            refuse(column, dates.get(i), Integer.MAX_VALUE);
          }
        }
      }
      case StructVector struct -> {
        for (FieldVector member : struct.getChildrenFromFields()) {
          refuse(column, member, count);
        }
      }
      case ListVector list ->
          refuse(column, list.getDataVector(), list.getDataVector().getValueCount());
      case FixedSizeListVector list ->
          refuse(column, list.getDataVector(), list.getDataVector().getValueCount());
      default -> {
        // Nothing else can be infinite, but floats, which may.
      }
    }
  }

  private static void refuse(String column, long value, long infinity) {
    if (value == infinity || value == -infinity) {
      String text = value == infinity ? "infinity" : "-infinity";
      throw new IngestException(
          FailureKind.ExecutionError,
          "column \"%s\": the query makes %s, which no date and no time is".formatted(column, text),
          Map.of("column", column, "value", text));
    }
  }
}
