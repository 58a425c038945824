package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.DatasetId;
import io.heddle.odf.SourceState;
import io.heddle.problem.Failure;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The aggregate's answer to a {@link Proposal} that did not (yet) lead to a commit. On {@link
 * Topics#replies()}, keyed by the dataset's DID.
 */
public sealed interface Reply {
  DatasetId dataset();

  String requestId();

  /** The ingestion is open: send the batches. {@code base} is the block it builds on. */
  record Begun(DatasetId dataset, String requestId, BlockPointer base) implements Reply {
    public Begun {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(base, "base");
    }
  }

  /** All batches up to this number are merged; the sender may go further ahead. */
  record Taken(DatasetId dataset, String requestId, int batchNumber) implements Reply {
    public Taken {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
    }
  }

  /** Something else is under way: offer it again a little later. */
  record Busy(DatasetId dataset, String requestId, String reason) implements Reply {
    public Busy {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(reason, "reason");
    }
  }

  /**
   * Somebody else was quicker.
   *
   * @param found the source's state in the dataset now
   * @param by what took its place; null: written before this was told, and taken as {@link
   *     SupersededBy#SOURCE_STATE}
   */
  record Superseded(
      DatasetId dataset, String requestId, @Nullable SourceState found, @Nullable SupersededBy by)
      implements Reply {
    public Superseded {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
    }
  }

  /** What took the place of a {@link Superseded} ingestion. */
  enum SupersededBy {
    /** The source was ingested meanwhile: look at it again. */
    SOURCE_STATE,
    /** A later attempt of the same task runs: leave the task to it. */
    NEWER_ATTEMPT
  }

  /**
   * This round of the task is in the chain already (a redelivered request).
   *
   * @param head of the dataset now
   * @param summary of the task's last committed round
   * @param commits what the task has committed, over all its rounds so far; null: written before
   *     this was told
   */
  record AlreadyCommitted(
      DatasetId dataset,
      String requestId,
      BlockPointer head,
      IngestSummary summary,
      @Nullable TaskCommits commits)
      implements Reply {
    public AlreadyCommitted {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(head, "head");
      requireNonNull(summary, "summary");
    }
  }

  /** The proposal is not acceptable as it is; nothing of it was kept. */
  record Refused(DatasetId dataset, String requestId, Failure failure) implements Reply {
    public Refused {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(failure, "failure");
    }
  }

  /** The ingestion was taken back for a reason that is not its own: offer it again. */
  record RolledBack(DatasetId dataset, String requestId, String reason) implements Reply {
    public RolledBack {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(reason, "reason");
    }
  }

  /** The proposal changes nothing in the dataset. */
  record NothingToCommit(DatasetId dataset, String requestId, IngestSummary summary)
      implements Reply {
    public NothingToCommit {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(summary, "summary");
    }
  }

  /**
   * The dataset's aggregate has stopped: every proposal is refused until an operator rebuilds or
   * unlocks it, or the Dataset's definition changes. Told once, unasked, when it happens.
   *
   * @param requestId of what was being handled, or of no proposal at all
   * @param since when
   */
  record DatasetBroken(DatasetId dataset, String requestId, Failure failure, Instant since)
      implements Reply {
    public DatasetBroken {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
      requireNonNull(failure, "failure");
      requireNonNull(since, "since");
    }
  }

  /** The dataset's aggregate works again. Told once, unasked. */
  record DatasetMended(DatasetId dataset, String requestId) implements Reply {
    public DatasetMended {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
    }
  }
}
