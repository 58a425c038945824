package io.heddle.commit.decision;

import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainException;
import io.heddle.message.CommitRequest.DecisionInquiry;
import io.heddle.message.CommitResult;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Answers the question after a decision that is not at hand: its records were worked off before or
 * never came, so nothing will come of it any more. Whether something came of it before, the chain
 * tells.
 */
final class UnknownDecision implements AnswerQueue.Work {
  private final DecisionInquiry inquiry;
  private final DeskTools tools;

  UnknownDecision(DecisionInquiry inquiry, DeskTools tools) {
    this.inquiry = inquiry;
    this.tools = tools;
  }

  @Override
  public CommitResult get(Runnable signOfLife) throws InterruptedException {
    Backoff backoff = new Backoff();
    while (true) {
      try {
        return rejected(head());
      } catch (ObjectStoreException e) {
        signOfLife.run();
        tools.events().waiting(inquiry.dataset(), inquiry.decisionId(), e);
        if (!backoff.pause()) {
          throw new InterruptedException("the decision is no longer ours");
        }
      }
    }
  }

  private @Nullable Multihash head() {
    try {
      return tools
          .storages()
          .apply(inquiry.dataset())
          .references()
          .head()
          .map(BlockRef::target)
          .orElse(null);
    } catch (ChainException e) {
      // The aggregate will find the same, and can say so.
      return null;
    }
  }

  private CommitResult rejected(@Nullable Multihash head) {
    CommitResult.Rejected result =
        new CommitResult.Rejected(
            inquiry.dataset(),
            inquiry.decisionId(),
            inquiry.requestId(),
            head,
            "the decision is not known (any more)");
    tools.events().rejected(result);
    return result;
  }
}
