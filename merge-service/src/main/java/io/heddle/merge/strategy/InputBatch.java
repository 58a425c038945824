package io.heddle.merge.strategy;

import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an ingestion, laid out as the dataset keeps its rows.
 *
 * @param rows how many
 * @param rowsBefore rows of the ingestion in earlier batches
 * @param columns a vector for each column of the row layout; null for a column that the input does
 *     not have. The event time is filled and never null
 * @param givenEventTime the event time as it came, with its nulls; null when the input has none
 * @param operations the op column as it came; null when the input has none
 */
public record InputBatch(
    int rows,
    long rowsBefore,
    @Nullable FieldVector[] columns,
    @Nullable FieldVector givenEventTime,
    @Nullable BaseIntVector operations) {

  /** Whether the input says an event time for this row. */
  boolean hasEventTime(int row) {
    return givenEventTime != null && !givenEventTime.isNull(row);
  }

  /** The number of a row in the ingestion, from 1, as messages name it. */
  public long number(int row) {
    return rowsBefore + row + 1;
  }
}
