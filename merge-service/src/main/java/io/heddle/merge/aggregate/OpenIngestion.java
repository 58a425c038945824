package io.heddle.merge.aggregate;

import io.heddle.merge.ingest.Ingestion;
import io.heddle.message.Proposal.IngestBegin;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ingestion under way, as it is kept.
 *
 * @param systemTime of the rows and blocks it becomes
 * @param lastHeard when the last message of it came, by the partition's time stamps
 * @param nextBatch the number that the next batch must have
 * @param undoable whether there are undo records; without them taking it back is a new generation
 *     of the state
 * @param undoParts how many undo records there are
 * @param undoBytes how large they are
 * @param seenParts how many records of seen keys there are
 * @param rowsBefore rows of each view at the begin
 * @param saved how far it has come; null before the first batch
 */
record OpenIngestion(
    IngestBegin begin,
    Instant systemTime,
    Instant lastHeard,
    int nextBatch,
    boolean undoable,
    long undoParts,
    long undoBytes,
    long seenParts,
    List<Long> rowsBefore,
    Ingestion.@Nullable Saved saved) {
  OpenIngestion {
    rowsBefore = List.copyOf(rowsBefore);
  }

  /** An ingestion that has just begun in a dataset. */
  static OpenIngestion begun(
      IngestBegin begin, Instant systemTime, Instant time, DatasetState state) {
    List<Long> rows = state.views().stream().map(View::rows).toList();
    return new OpenIngestion(begin, systemTime, time, 0, state.hasRows(), 0, 0, 0, rows, null);
  }

  String requestId() {
    return begin.requestId();
  }

  OpenIngestion heardAt(Instant time) {
    return new OpenIngestion(
        begin,
        systemTime,
        time.isAfter(lastHeard) ? time : lastHeard,
        nextBatch,
        undoable,
        undoParts,
        undoBytes,
        seenParts,
        rowsBefore,
        saved);
  }

  OpenIngestion withBatchTaken() {
    return new OpenIngestion(
        begin,
        systemTime,
        lastHeard,
        nextBatch + 1,
        undoable,
        undoParts,
        undoBytes,
        seenParts,
        rowsBefore,
        saved);
  }

  OpenIngestion withProgress(
      boolean stillUndoable, long parts, long bytes, long seen, Ingestion.Saved progress) {
    return new OpenIngestion(
        begin,
        systemTime,
        lastHeard,
        nextBatch,
        stillUndoable,
        parts,
        bytes,
        seen,
        rowsBefore,
        progress);
  }

  OpenIngestion withUndoParts(long parts) {
    return new OpenIngestion(
        begin,
        systemTime,
        lastHeard,
        nextBatch,
        undoable,
        parts,
        undoBytes,
        seenParts,
        rowsBefore,
        saved);
  }
}
