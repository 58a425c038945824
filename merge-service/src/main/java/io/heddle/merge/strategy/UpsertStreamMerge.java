package io.heddle.merge.strategy;

import io.heddle.merge.row.ByteSink;
import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowLayout;
import io.heddle.merge.row.RowLayouts;
import io.heddle.merge.row.RowState;
import io.heddle.merge.row.StoredRow;
import io.heddle.odf.OperationType;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;

/**
 * The input is a stream of upserts and deletes. Each event is classified on its own against the row
 * that the events before it left: appended, corrected, retracted, or nothing new.
 */
public final class UpsertStreamMerge implements Strategy {
  private final RowLayouts layouts;
  private final RowLayout layout;
  private final Keys keys;
  private final Operations operations;
  private final Comparison comparison;
  private final RowState state;
  private final MergeProgress progress;
  private final ByteSink written = new ByteSink();
  private final int[] bounds;

  /**
   * @param state the current row of each key
   * @param inputColumns positions of the columns that the input has
   */
  public UpsertStreamMerge(
      RowLayouts layouts,
      KeyEncoder key,
      String operationColumn,
      List<Integer> inputColumns,
      RowState state,
      MergeProgress progress) {
    this.layouts = layouts;
    this.layout = layouts.current();
    this.keys = new Keys(key, layout.columns().get(layout.eventTime()).name());
    this.operations = new Operations(keys, operationColumn);
    this.comparison = new Comparison(layout, key, null, inputColumns);
    this.state = state;
    this.progress = progress;
    this.bounds = new int[layout.size() + 1];
  }

  @Override
  public void merge(InputBatch batch, MergedRows out) {
    BaseIntVector codes = batch.operations();
    for (int row = 0; row < batch.rows(); row++) {
      boolean delete = codes != null && operations.of(batch, codes, row) == OperationType.Retract;
      byte[] key = keys.of(batch, row);
      if (delete) {
        delete(key, out);
      } else {
        upsert(key, batch, row, out);
      }
    }
  }

  private void delete(byte[] key, MergedRows out) {
    byte[] known = state.get(key);
    if (known == null) {
      progress.countUnknownDelete();
    } else {
      out.retract(layouts.read(known));
      state.remove(key);
    }
  }

  private void upsert(byte[] key, InputBatch batch, int row, MergedRows out) {
    written.clear();
    layout.write(batch.columns(), row, written, bounds);
    byte[] known = state.get(key);
    if (known == null) {
      out.append(row);
      state.put(key, written.toArray());
    } else {
      StoredRow old = layouts.read(known);
      if (comparison.changed(old, written, bounds, batch.hasEventTime(row))) {
        out.correct(old, row);
        state.put(key, written.toArray());
      }
    }
  }
}
