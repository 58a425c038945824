package io.heddle.merge.strategy;

import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowLayout;
import io.heddle.odf.OperationType;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.vector.BaseIntVector;

/**
 * The input is a changelog already and passes through as it is. Only its form is checked: known
 * codes, and correct-from and correct-to side by side for one key.
 */
public final class ChangelogStreamMerge implements Strategy {
  private final Keys keys;
  private final Operations operations;
  private final MergeProgress progress;

  public ChangelogStreamMerge(
      RowLayout layout, KeyEncoder key, String operationColumn, MergeProgress progress) {
    this.keys = new Keys(key, layout.columns().get(layout.eventTime()).name());
    this.operations = new Operations(keys, operationColumn);
    this.progress = progress;
  }

  @Override
  public void merge(InputBatch batch, MergedRows out) {
    BaseIntVector codes = Objects.requireNonNull(batch.operations());
    for (int row = 0; row < batch.rows(); row++) {
      OperationType operation = operations.of(batch, codes, row);
      byte[] key = keys.of(batch, row);
      byte[] open = progress.openCorrection();
      boolean closesPair = operation == OperationType.CorrectTo;
      if (closesPair != (open != null) || closesPair && !Arrays.equals(key, open)) {
        throw keys.malformed(
            batch,
            row,
            operations.column(),
            "a correct-from (2) must be directly followed by the correct-to (3) of the same key");
      }
      progress.openCorrection(operation == OperationType.CorrectFrom ? key : null);
      out.pass(operation, row);
    }
  }

  @Override
  public boolean end(MergedRows out, int steps) {
    if (progress.openCorrection() != null) {
      throw new IngestException(
          FailureKind.MergeError,
          "the last row is a correct-from (2) without its correct-to (3)",
          Map.of("column", operations.column()));
    }
    return true;
  }
}
