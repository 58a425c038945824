package io.heddle.merge.strategy;

import io.heddle.odf.OperationType;
import org.apache.arrow.vector.BaseIntVector;

/** The op column of the input, whatever integer type it came in. */
final class Operations {
  private final Keys keys;
  private final String column;

  Operations(Keys keys, String column) {
    this.keys = keys;
    this.column = column;
  }

  OperationType of(InputBatch batch, BaseIntVector codes, int row) {
    if (codes.isNull(row)) {
      throw keys.malformed(batch, row, column, "every row needs an operation code");
    }
    long code = codes.getValueAsLong(row);
    return OperationType.ofValue(code)
        .orElseThrow(
            () ->
                keys.malformed(
                    batch, row, column, "%d is not an operation code (0 to 3)".formatted(code)));
  }

  String column() {
    return column;
  }
}
