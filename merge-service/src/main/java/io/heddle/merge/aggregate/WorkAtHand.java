package io.heddle.merge.aggregate;

import io.heddle.message.CommitRequest;
import org.jspecify.annotations.Nullable;

/** The heap side of the open ingestion, made when it is first needed. */
final class WorkAtHand {
  private final AggregateCore core;
  private @Nullable OpenWork work;

  WorkAtHand(AggregateCore core) {
    this.core = core;
  }

  OpenWork of(OpenIngestion open) {
    if (work == null) {
      work = new OpenWork(core.state(), open, core.stores(), core.surroundings());
    }
    return work;
  }

  /** What was decided is with commit-service. */
  void isDone() {
    work = null;
  }

  /** What commit-service has of a decision that was not ended is of no use any more. */
  void abort(OpenIngestion open, String reason) {
    if (work != null) {
      work.abort(reason);
      work = null;
    } else if (!(core.phase() instanceof Phase.Awaiting) && open.nextBatch() > 0) {
      core.surroundings()
          .outbox()
          .request(new CommitRequest.SliceAbort(core.dataset(), open.requestId(), reason));
    }
  }

  /** Lets go of an ingestion that is over. */
  void end(OpenIngestion open) {
    work = null;
    OpenWork.dropRecords(core.state(), open, core.stores());
  }
}
