package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.chain.SourceState;
import io.heddle.multiformats.DatasetId;
import io.heddle.problem.Failure;
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

  /** The source was ingested by somebody else meanwhile: look at it again from {@code found}. */
  record Superseded(DatasetId dataset, String requestId, @Nullable SourceState found)
      implements Reply {
    public Superseded {
      requireNonNull(dataset, "dataset");
      requireNonNull(requestId, "requestId");
    }
  }

  /** This task's ingestion is in the chain already (a redelivered request). */
  record AlreadyCommitted(
      DatasetId dataset, String requestId, BlockPointer head, IngestSummary summary)
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
}
