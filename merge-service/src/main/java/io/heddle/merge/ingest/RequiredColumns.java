package io.heddle.merge.ingest;

import io.heddle.merge.row.RowLayout;
import io.heddle.merge.strategy.InputBatch;
import io.heddle.merge.strategy.MergedRows;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.jspecify.annotations.Nullable;

/**
 * Columns that the dataset requires and the input leaves optional: accepted as long as no null
 * comes.
 */
final class RequiredColumns {
  /** A column to look at; {@code items} when only nulls inside its lists matter. */
  private record Guarded(String name, int position, boolean itself, boolean items) {}

  private final List<Guarded> guarded = new ArrayList<>();

  RequiredColumns(DataSchema input, RowLayout layout) {
    for (int i = 0; i < layout.size(); i++) {
      DataField column = layout.columns().get(i);
      DataType given = input.field(column.name()).map(DataField::type).orElse(null);
      if (given != null && i != layout.eventTime()) {
        boolean itself = ColumnTypes.isOptional(given) && !column.isOptional();
        boolean items = ColumnTypes.mayHoldNullItems(given, column.type());
        if (itself || items) {
          guarded.add(new Guarded(column.name(), i, itself, items));
        }
      }
    }
  }

  /**
   * @throws IngestException (ExecutionError) naming the column, how many nulls there are and the
   *     first row that has one
   */
  void check(InputBatch batch, MergedRows rows) {
    for (Guarded column : guarded) {
      FieldVector vector = batch.columns()[column.position()];
      long nulls = 0;
      int first = -1;
      for (int i = 0; vector != null && i < rows.size(); i++) {
        int row = rows.inputRow(i);
        if (row >= 0 && hasNull(column, vector, row)) {
          nulls++;
          first = first < 0 ? row : first;
        }
      }
      if (nulls > 0) {
        throw nulls(column, nulls, batch.number(first));
      }
    }
  }

  private static boolean hasNull(Guarded column, FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return column.itself();
    }
    return column.items() && hasNullItem(vector, row);
  }

  private static boolean hasNullItem(@Nullable FieldVector vector, int row) {
    if (!(vector instanceof BaseListVector list) || list.isNull(row)) {
      return false;
    }
    FieldVector items = vector.getChildrenFromFields().getFirst();
    for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
      if (items.isNull(i) || hasNullItem(items, i)) {
        return true;
      }
    }
    return false;
  }

  private static IngestException nulls(Guarded column, long nulls, long firstRow) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("column", column.name());
    details.put("nulls", nulls);
    details.put("row", firstRow);
    return new IngestException(
        FailureKind.ExecutionError,
        "column \"%s\" is required in the dataset, but %d values are null, the first one in row %d"
            .formatted(column.name(), nulls, firstRow),
        details);
  }
}
