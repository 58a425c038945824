package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.chain.MetadataBlock;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
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
   * The decision's blocks did not get into the chain and never will.
   *
   * @param headFound where the head stood instead of the base; null: there is no head
   */
  record Rejected(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable Multihash headFound,
      String reason)
      implements CommitResult {
    public Rejected {
      requireNonNull(dataset, "dataset");
      requireNonNull(decisionId, "decisionId");
      requireNonNull(requestId, "requestId");
      requireNonNull(reason, "reason");
    }
  }
}
