package io.heddle.merge.aggregate;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.heddle.merge.ingest.Decided;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal.IngestEnd;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an aggregate is about. In every phase but {@link Idle} something is under way. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "phase")
sealed interface Phase {
  record Idle() implements Phase {}

  /** Batches are coming. */
  record Ingesting(OpenIngestion open) implements Phase {}

  /**
   * All batches are there; what only the end tells is being decided.
   *
   * @param rows of the strategy's view when the end came
   */
  record Closing(OpenIngestion open, IngestEnd end, long rows) implements Phase {}

  /**
   * A decision is with commit-service.
   *
   * @param open the ingestion that it came from; null for a decision without rows
   * @param summary what the ingestion did
   * @param hasMore whether the source had more
   * @param decided by which its blocks are known again
   * @param givenUpFor why it is taken back unless its blocks are found in the chain; null: it is
   *     waited for
   */
  record Awaiting(
      String decisionId,
      String requestId,
      Instant since,
      @Nullable OpenIngestion open,
      @Nullable IngestSummary summary,
      boolean hasMore,
      Decided decided,
      @Nullable GivenUp givenUpFor)
      implements Phase {
    Awaiting giveUp(GivenUp why) {
      return new Awaiting(decisionId, requestId, since, open, summary, hasMore, decided, why);
    }
  }

  /**
   * Why a decision is not waited for any more.
   *
   * @param obstacle what would stand in the way of the same rows again; null: nothing
   */
  record GivenUp(String reason, @Nullable FailureKind obstacle) {}

  /**
   * The state is being brought back to where {@code open} began.
   *
   * @param thenCatchUp whether the chain has moved and is to be read afterwards
   */
  record RollingBack(OpenIngestion open, boolean thenCatchUp) implements Phase {}

  /**
   * The chain is being read into views.
   *
   * @param after the block up to which they have been read; null: from the first one
   * @param upTo where to stop; null: at the head
   * @param spaces of the views
   * @param requestId answered at the end; null: nobody asked
   */
  record CatchingUp(
      @Nullable Multihash after,
      @Nullable Multihash upTo,
      List<Integer> spaces,
      @Nullable String requestId)
      implements Phase {
    public CatchingUp {
      spaces = List.copyOf(spaces);
    }

    /** The same work, of which nobody is told any more. */
    CatchingUp unasked() {
      return new CatchingUp(after, upTo, spaces, null);
    }

    CatchingUp readUpTo(Multihash block) {
      return new CatchingUp(block, upTo, spaces, requestId);
    }
  }

  /**
   * Something went wrong that no message explains. Nothing goes on until an operator rebuilds or
   * unlocks the dataset, or its definition changes.
   *
   * @param failure what everybody who asks is told
   * @param before what the aggregate was about; never broken itself
   */
  record Broken(Failure failure, Instant since, Phase before) implements Phase {}

  /** The ingestion that is under way in this phase; null: none. */
  default @Nullable OpenIngestion openIngestion() {
    return switch (this) {
      case Idle ignored -> null;
      case Ingesting(OpenIngestion open) -> open;
      case Closing closing -> closing.open();
      case Awaiting awaiting -> awaiting.open();
      case RollingBack back -> back.open();
      case CatchingUp ignored -> null;
      case Broken broken -> broken.before().openIngestion();
    };
  }
}
