package io.heddle.merge.aggregate;

import io.heddle.merge.ingest.Ingestion;
import io.heddle.message.Proposal.IngestBegin;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ingestion under way, as it is kept.
 *
 * @param begun what stays the same until its end
 * @param lastHeard when the last message of it came, by the partition's time stamps
 * @param nextBatch the number that the next batch must have
 * @param undoable whether there are undo records; without them taking it back is a new generation
 *     of the state
 * @param undoParts how many undo records there are
 * @param undoBytes how large they are
 * @param seenParts how many records of seen keys there are
 * @param saved how far it has come; null before the first batch
 */
record OpenIngestion(
    Begun begun,
    Instant lastHeard,
    int nextBatch,
    boolean undoable,
    long undoParts,
    long undoBytes,
    long seenParts,
    Ingestion.@Nullable Saved saved) {

  /**
   * How an ingestion began; kept apart from what changes with each batch.
   *
   * @param systemTime of the rows and blocks it becomes
   * @param rowsBefore rows of each view at the begin; views behind them came with it
   * @param schemasBefore how many versions of the schema there were
   */
  record Begun(IngestBegin begin, Instant systemTime, List<Long> rowsBefore, int schemasBefore) {
    Begun {
      rowsBefore = List.copyOf(rowsBefore);
    }
  }

  /**
   * An ingestion that has just begun.
   *
   * @param before the dataset without what came with it
   */
  static OpenIngestion begun(
      IngestBegin begin, Instant systemTime, Instant time, DatasetState before) {
    List<Long> rows = before.views().stream().map(View::rows).toList();
    return new OpenIngestion(
        new Begun(begin, systemTime, rows, before.schemas().size()),
        time,
        0,
        before.hasRows(),
        0,
        0,
        0,
        null);
  }

  IngestBegin begin() {
    return begun.begin();
  }

  Instant systemTime() {
    return begun.systemTime();
  }

  String requestId() {
    return begun.begin().requestId();
  }

  OpenIngestion heardAt(Instant time) {
    return new OpenIngestion(
        begun,
        time.isAfter(lastHeard) ? time : lastHeard,
        nextBatch,
        undoable,
        undoParts,
        undoBytes,
        seenParts,
        saved);
  }

  OpenIngestion withBatchTaken() {
    return new OpenIngestion(
        begun, lastHeard, nextBatch + 1, undoable, undoParts, undoBytes, seenParts, saved);
  }

  OpenIngestion withProgress(
      boolean stillUndoable, long parts, long bytes, long seen, Ingestion.Saved progress) {
    return new OpenIngestion(
        begun, lastHeard, nextBatch, stillUndoable, parts, bytes, seen, progress);
  }

  OpenIngestion withUndoParts(long parts) {
    return new OpenIngestion(
        begun, lastHeard, nextBatch, undoable, parts, undoBytes, seenParts, saved);
  }
}
