package io.heddle.merge.row;

import io.heddle.odf.OperationType;
import io.heddle.odf.Vocabulary;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Brings a view up to date with rows of the dataset, in the order of their offsets: those that were
 * just decided, or those that are read from the chain. The last row of a key counts.
 */
public final class ViewFeed {
  private final RowLayout layout;
  private final String operationColumn;
  private final StateKind kind;
  private final KeyEncoder key;
  private final RowDigest digest;
  private final RowState state;
  private final ByteSink written = new ByteSink();
  private final int[] bounds;

  public ViewFeed(
      RowLayout layout, Vocabulary vocabulary, StateKind kind, KeyEncoder key, RowState state) {
    this.layout = layout;
    this.operationColumn = vocabulary.operationTypeColumn();
    this.kind = kind;
    this.key = key;
    this.digest = new RowDigest(layout, key);
    this.state = state;
    this.bounds = new int[layout.size() + 1];
  }

  /**
   * @param rows in the schema of the layout, op column included; columns that they lack are null
   */
  public void apply(VectorSchemaRoot rows) {
    apply(rows, 0, rows.getRowCount());
  }

  public void apply(VectorSchemaRoot rows, int from, int to) {
    @Nullable FieldVector[] columns = new FieldVector[layout.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = rows.getVector(layout.columns().get(i).name());
    }
    BaseIntVector operations = (BaseIntVector) rows.getVector(operationColumn);
    for (int row = from; row < to; row++) {
      byte[] encoded = key.encode(columns, row);
      switch (kind) {
        case PRESENCE -> state.put(encoded, digest.of(columns, row));
        case CURRENT_ROW -> {
          if (operations.getValueAsLong(row) == OperationType.Retract.value()) {
            state.remove(encoded);
          } else {
            written.clear();
            layout.write(columns, row, written, bounds);
            state.put(encoded, written.toArray());
          }
        }
      }
    }
  }
}
