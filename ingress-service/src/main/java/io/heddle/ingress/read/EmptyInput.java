package io.heddle.ingress.read;

import io.heddle.odf.MergeStrategy;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Map;

/**
 * What happens with an input of zero bytes, decided on the bytes that leave prepare (writer, "Empty
 * input files"). A file without rows (just a header, an empty array) is no empty file.
 */
public enum EmptyInput {
  /** There are bytes: the reader decides. */
  HAS_BYTES,
  /** No rows; the empty table of the declared schema goes on to preprocess and the writer. */
  EMPTY_TABLE,
  /** No table at all: preprocess is skipped, only the source state moves. */
  NO_TABLE;

  /**
   * @throws IngestException for Snapshot, where an empty table would retract everything
   */
  public static EmptyInput of(ReadInput input, long bytes, ReadStep step, MergeStrategy merge) {
    if (bytes > 0) {
      return HAS_BYTES;
    }
    if (merge instanceof MergeStrategy.Snapshot) {
      throw new IngestException(
          FailureKind.BadInput,
          "%s has no bytes, and an empty file is not an empty table: as a snapshot it would retract"
                  .formatted(input.displayName())
              + " everything. Publish a header or an empty array to say that nothing is left",
          Map.of("file", input.displayName()));
    }
    return step.schema() != null || step.ddlSchema() != null ? EMPTY_TABLE : NO_TABLE;
  }
}
