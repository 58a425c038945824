package io.heddle.merge.aggregate;

import io.heddle.merge.ingest.SliceLimits;
import java.time.Duration;

/**
 * Limits of the aggregates.
 *
 * @param silence an open ingestion that is silent for longer is taken back
 * @param overdue a decision that is unanswered for longer is looked for in the chain, and asked for
 * @param unreadable when a chain cannot be read for longer, who asks is told; what is damaged is
 *     then given up
 * @param step how long one step of long work may take
 * @param undoBytes above it an ingestion keeps no undo records, and taking it back means reading
 *     the chain again
 * @param snapshotRows rows of one Snapshot ingestion, whose keys are held in the heap
 * @param onTopOfUnknown whether anything may be appended to a chain that holds events of unknown
 *     kinds
 * @param entryBytes what an entry of the row state must not exceed
 */
public record AggregateSettings(
    Duration silence,
    Duration overdue,
    Duration unreadable,
    Duration step,
    long undoBytes,
    int snapshotRows,
    boolean onTopOfUnknown,
    int entryBytes,
    SliceLimits slices) {
  public static final AggregateSettings DEFAULT =
      new AggregateSettings(
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(5),
          Duration.ofMillis(200),
          1L << 30,
          8_000_000,
          false,
          SliceLimits.DEFAULT.messageBytes() - 64 * 1024,
          SliceLimits.DEFAULT);

  public AggregateSettings {
    if (snapshotRows < 1) {
      throw new IllegalArgumentException("heddle.merge.snapshot-rows must be at least 1");
    }
    if (slices.sliceRows() < 1) {
      throw new IllegalArgumentException("heddle.merge.slice-rows must be at least 1");
    }
  }
}
