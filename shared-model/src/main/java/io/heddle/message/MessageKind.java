package io.heddle.message;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every kind of message of the contract: its record and its {@code ce_type}. A message's shape
 * changes by adding optional members; anything else is a new version with a name of its own.
 */
public enum MessageKind {
  INGEST_REQUEST(IngestRequest.class, "io.heddle.ingest-request.v1"),
  INGEST_CANCEL(IngestCancel.class, "io.heddle.ingest-cancel.v1"),

  INGEST_BEGIN(Proposal.IngestBegin.class, "io.heddle.change.ingest-begin.v1"),
  INGEST_BATCH(Proposal.IngestBatch.class, "io.heddle.change.ingest-batch.v1"),
  INGEST_END(Proposal.IngestEnd.class, "io.heddle.change.ingest-end.v1"),
  INGEST_ABORT(Proposal.IngestAbort.class, "io.heddle.change.ingest-abort.v1"),
  METADATA(Proposal.Metadata.class, "io.heddle.change.metadata.v1"),
  REBUILD(Proposal.Rebuild.class, "io.heddle.change.rebuild.v1"),
  UNLOCK(Proposal.Unlock.class, "io.heddle.change.unlock.v1"),

  BEGUN(Reply.Begun.class, "io.heddle.reply.begun.v1"),
  TAKEN(Reply.Taken.class, "io.heddle.reply.taken.v1"),
  BUSY(Reply.Busy.class, "io.heddle.reply.busy.v1"),
  SUPERSEDED(Reply.Superseded.class, "io.heddle.reply.superseded.v1"),
  ALREADY_COMMITTED(Reply.AlreadyCommitted.class, "io.heddle.reply.already-committed.v1"),
  REFUSED(Reply.Refused.class, "io.heddle.reply.refused.v1"),
  ROLLED_BACK(Reply.RolledBack.class, "io.heddle.reply.rolled-back.v1"),
  NOTHING_TO_COMMIT(Reply.NothingToCommit.class, "io.heddle.reply.nothing-to-commit.v1"),
  DATASET_BROKEN(Reply.DatasetBroken.class, "io.heddle.reply.dataset-broken.v1"),
  DATASET_MENDED(Reply.DatasetMended.class, "io.heddle.reply.dataset-mended.v1"),

  SLICE_BEGIN(CommitRequest.SliceBegin.class, "io.heddle.decision.slice-begin.v1"),
  SLICE_BATCH(CommitRequest.SliceBatch.class, "io.heddle.decision.slice-batch.v1"),
  SLICE_END(CommitRequest.SliceEnd.class, "io.heddle.decision.slice-end.v1"),
  SLICE_ABORT(CommitRequest.SliceAbort.class, "io.heddle.decision.slice-abort.v1"),
  APPEND_EVENTS(CommitRequest.AppendEvents.class, "io.heddle.decision.append-events.v1"),
  DECISION_INQUIRY(CommitRequest.DecisionInquiry.class, "io.heddle.decision.inquiry.v1"),

  COMMITTED(CommitResult.Committed.class, "io.heddle.commit.committed.v1"),
  REJECTED(CommitResult.Rejected.class, "io.heddle.commit.rejected.v1"),

  TASK_STARTED(TaskEvent.Started.class, "io.heddle.task.started.v1"),
  TASK_PROGRESS(TaskEvent.Progress.class, "io.heddle.task.progress.v1"),
  TASK_FINISHED(TaskEvent.Finished.class, "io.heddle.task.finished.v1");

  private final Class<? extends Record> type;
  private final String ceType;

  MessageKind(Class<? extends Record> type, String ceType) {
    this.type = type;
    this.ceType = ceType;
  }

  public Class<? extends Record> type() {
    return type;
  }

  /** The value of the {@code ce_type} header. */
  public String ceType() {
    return ceType;
  }

  static Optional<MessageKind> ofCeType(String ceType) {
    return Arrays.stream(values()).filter(kind -> kind.ceType.equals(ceType)).findFirst();
  }

  static MessageKind of(Object message) {
    return Arrays.stream(values())
        .filter(kind -> kind.type.isInstance(message))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a message: " + message.getClass()));
  }
}
