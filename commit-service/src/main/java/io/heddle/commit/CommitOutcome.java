package io.heddle.commit;

import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.FailureKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a decision. */
public sealed interface CommitOutcome {
  /**
   * Its blocks are in the chain.
   *
   * @param blocks as they stand there, oldest first
   * @param repeated whether they were there before
   */
  record Committed(List<CommittedBlock> blocks, boolean repeated) implements CommitOutcome {
    public Committed {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * Its blocks are not in the chain and never will be.
   *
   * @param headFound where the head stands instead of the base; null: there is none
   * @param obstacle as in {@link io.heddle.message.CommitResult.Rejected}
   */
  record Rejected(@Nullable Multihash headFound, String reason, @Nullable FailureKind obstacle)
      implements CommitOutcome {
    public Rejected(@Nullable Multihash headFound, String reason) {
      this(headFound, reason, null);
    }
  }
}
