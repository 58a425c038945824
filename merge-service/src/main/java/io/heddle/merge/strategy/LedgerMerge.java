package io.heddle.merge.strategy;

import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowDigest;
import io.heddle.merge.row.RowLayout;
import io.heddle.merge.row.RowState;

/**
 * The first row of each key is kept for good. Rows of known keys add nothing; they are counted, and
 * counted apart when they come with other values.
 */
public final class LedgerMerge implements Strategy {
  private final Keys keys;
  private final RowDigest digest;
  private final RowState state;
  private final MergeProgress progress;

  /**
   * @param state a {@link RowDigest} for each key that the dataset has
   */
  public LedgerMerge(RowLayout layout, KeyEncoder key, RowState state, MergeProgress progress) {
    this.keys = new Keys(key, layout.columns().get(layout.eventTime()).name());
    this.digest = new RowDigest(layout, key);
    this.state = state;
    this.progress = progress;
  }

  @Override
  public void merge(InputBatch batch, MergedRows out) {
    for (int row = 0; row < batch.rows(); row++) {
      byte[] key = keys.of(batch, row);
      byte[] remembered = digest.of(batch.columns(), row);
      byte[] known = state.get(key);
      if (known == null) {
        state.put(key, remembered);
        out.append(row);
      } else {
        progress.countSeen();
        if (RowDigest.differ(remembered, known, batch.hasEventTime(row))) {
          countDiffering(batch, row);
        }
      }
    }
  }

  private void countDiffering(InputBatch batch, int row) {
    progress.countDiffering();
    if (!progress.hasExample()) {
      progress.example(keys.show(batch, row));
    }
  }
}
