package io.heddle.merge.strategy;

/** Every row is new, whatever came before. */
public final class AppendMerge implements Strategy {
  @Override
  public void merge(InputBatch batch, MergedRows out) {
    for (int row = 0; row < batch.rows(); row++) {
      out.append(row);
    }
  }
}
