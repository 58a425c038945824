package io.heddle.merge.strategy;

import io.heddle.merge.row.ByteSink;
import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowLayout;
import io.heddle.merge.row.RowLayouts;
import io.heddle.merge.row.RowState;
import io.heddle.merge.row.StoredRow;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input is the whole table as it is now. New keys are appended, changed ones corrected, and at
 * the end those that did not come are retracted, in ascending order of the encoded key.
 */
public final class SnapshotMerge implements Strategy {
  private final RowLayouts layouts;
  private final RowLayout layout;
  private final Keys keys;
  private final Comparison comparison;
  private final RowState state;
  private final SeenKeys seen;
  private final MergeProgress progress;
  private final ByteSink written = new ByteSink();
  private final ByteSink canonical = new ByteSink();
  private final int[] bounds;

  /**
   * @param state the current row of each key
   * @param seen the keys of this ingestion
   * @param inputColumns positions of the columns that the input has
   */
  public SnapshotMerge(
      RowLayouts layouts,
      KeyEncoder key,
      @Nullable List<String> compareColumns,
      List<Integer> inputColumns,
      RowState state,
      SeenKeys seen,
      MergeProgress progress) {
    this.layouts = layouts;
    this.layout = layouts.current();
    this.keys = new Keys(key, layout.columns().get(layout.eventTime()).name());
    this.comparison = new Comparison(layout, key, compareColumns, inputColumns);
    this.state = state;
    this.seen = seen;
    this.progress = progress;
    this.bounds = new int[layout.size() + 1];
  }

  @Override
  public void merge(InputBatch batch, MergedRows out) {
    for (int row = 0; row < batch.rows(); row++) {
      byte[] key = keys.of(batch, row);
      written.clear();
      layout.write(batch.columns(), row, written, bounds);
      boolean hasEventTime = batch.hasEventTime(row);
      switch (seen.add(key, layout.canonical(written, bounds, canonical), hasEventTime)) {
        case REPEATED -> {}
        case CONFLICTING -> throw keyTwice(keys.show(batch, row), batch.number(row));
        case NEW -> mergeRow(key, row, hasEventTime, out);
      }
    }
  }

  private void mergeRow(byte[] key, int row, boolean hasEventTime, MergedRows out) {
    byte[] known = state.get(key);
    if (known == null) {
      out.append(row);
      state.put(key, written.toArray());
    } else {
      StoredRow old = layouts.read(known);
      if (comparison.changed(old, written, bounds, hasEventTime)) {
        out.correct(old, row);
        state.put(key, written.toArray());
      }
    }
  }

  @Override
  public boolean end(MergedRows out, int steps) {
    try (RowState.Scan scan = state.scan(progress.scannedUpTo())) {
      for (int step = 0; step < steps; step++) {
        if (!scan.next()) {
          return true;
        }
        byte[] key = scan.key();
        if (!seen.contains(key)) {
          out.retract(layouts.read(scan.value()));
          state.remove(key);
        }
        progress.scanned(key);
      }
    }
    return false;
  }

  private static IngestException keyTwice(Map<String, Object> key, long row) {
    return new IngestException(
        FailureKind.MergeError,
        "row %d: the key %s came before with other values; a snapshot has one row for each key"
            .formatted(row, key),
        Map.of("row", row, "key", key));
  }
}
