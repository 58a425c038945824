package io.heddle.merge.strategy;

import io.heddle.merge.row.ByteSink;
import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowLayout;
import io.heddle.merge.row.StoredRow;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a row changed. Null equals null; an event time that the new row does not say is no
 * change.
 */
final class Comparison {
  private final int eventTime;
  private final int[] positions;

  /**
   * @param compareColumns the only columns that count; null: all that the input has outside the key
   * @param inputColumns positions of the columns that the input has
   */
  Comparison(
      RowLayout layout,
      KeyEncoder key,
      @Nullable List<String> compareColumns,
      List<Integer> inputColumns) {
    this.eventTime = layout.eventTime();
    this.positions =
        compareColumns == null
            ? IntStream.range(0, layout.size())
                .filter(each -> inputColumns.contains(each) && !key.contains(each))
                .toArray()
            : compareColumns.stream().mapToInt(layout::position).toArray();
  }

  boolean changed(StoredRow old, ByteSink written, int[] bounds, boolean hasEventTime) {
    for (int position : positions) {
      if ((position != eventTime || hasEventTime) && !old.sameAs(position, written, bounds)) {
        return true;
      }
    }
    return false;
  }
}
