package io.heddle.commit.decision;

import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainException;
import io.heddle.message.CommitRequest.DecisionInquiry;
import io.heddle.message.CommitResult;
import io.heddle.multiformats.Multihash;
import org.jspecify.annotations.Nullable;

/**
 * Answers the question after a decision that is not at hand: its records were worked off before or
 * never came, so nothing will come of it any more. Whether something came of it before, the chain
 * tells.
 */
final class UnknownDecision implements AnswerQueue.Work {
  private static final String UNKNOWN = "the decision is not known (any more)";

  private final DecisionInquiry inquiry;
  private final DeskTools tools;

  UnknownDecision(DecisionInquiry inquiry, DeskTools tools) {
    this.inquiry = inquiry;
    this.tools = tools;
  }

  @Override
  public CommitResult get(Runnable signOfLife) throws InterruptedException {
    CommitResult.Rejected result =
        new StoreTries(inquiry.dataset(), inquiry.decisionId(), tools)
            .get(
                () -> rejected(head(), UNKNOWN),
                signOfLife,
                e ->
                    rejected(
                        null,
                        "%s; where the head stands, the store does not tell: %s"
                            .formatted(UNKNOWN, e.getMessage())));
    tools.events().rejected(result);
    return result;
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

  private CommitResult.Rejected rejected(@Nullable Multihash head, String reason) {
    return new CommitResult.Rejected(
        inquiry.dataset(), inquiry.decisionId(), inquiry.requestId(), head, reason);
  }
}
