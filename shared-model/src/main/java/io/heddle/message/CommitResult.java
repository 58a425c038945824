package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import io.heddle.problem.FailureKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a decision. On {@link Topics#commits()}, keyed by the dataset's DID. */
public sealed interface CommitResult {
  DatasetId dataset();

  String decisionId();

  /** The proposal the decision came from. */
  String requestId();

  /**
   * The blocks of the decision are in the chain. A repeated request announces the same again.
   *
   * @param oldHead the block before the first one; null for a new dataset
   * @param blocks oldest first; the last one became the head
   */
  record Committed(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable Multihash oldHead,
      List<CommittedBlock> blocks,
      @Nullable IngestSummary summary)
      implements CommitResult {
    public Committed {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
      requireNonNull(requestId, "requestId");

      blocks = List.copyOf(blocks);
    }
  }

  record CommittedBlock(Multihash hash, MetadataBlock block) {
    public CommittedBlock {
      requireNonNull(hash, "hash");
      requireNonNull(block, "block");
    }
  }

  /**
   * Nothing will come of the decision any more. As a rule its blocks are not in the chain; but who
   * rejects it may not know, as after an error amid the commit or for a {@link
   * CommitRequest.DecisionInquiry}. So look at the chain before you decide anew.
   *
   * @param headFound where the head stood; null: there is none, or nobody can tell
   * @param obstacle what would stand in the way of the same rows again; null when they are better
   *     offered again, as when somebody else moved the head, or the decision was lost
   */
  record Rejected(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable Multihash headFound,
      String reason,
      @Nullable FailureKind obstacle)
      implements CommitResult {
    public Rejected {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
      requireNonNull(requestId, "requestId");
      requireNonNull(reason, "reason");
    }

    /** Nothing stands in the way of the same rows again. */
    public Rejected(
        DatasetId dataset,
        String decisionId,
        String requestId,
        @Nullable Multihash headFound,
        String reason) {
      this(dataset, decisionId, requestId, headFound, reason, null);
    }
  }
}
