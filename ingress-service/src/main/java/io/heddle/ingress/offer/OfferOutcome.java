package io.heddle.ingress.offer;

import io.heddle.message.CommitResult.Committed;
import io.heddle.message.Reply;
import io.heddle.odf.SourceState;
import io.heddle.problem.Failure;
import org.jspecify.annotations.Nullable;

/** What became of an offer. */
public sealed interface OfferOutcome {
  /** The rows, or the new state, are in the chain. */
  record InChain(Committed committed) implements OfferOutcome {}

  /** An earlier attempt of the same ingestion is in the chain. */
  record InChainAlready(Reply.AlreadyCommitted reply) implements OfferOutcome {}

  /** The dataset stands where it would stand afterwards. */
  record NothingNew(Reply.NothingToCommit reply) implements OfferOutcome {}

  /** Somebody else ingested the source meanwhile: look at it again, from {@code found}. */
  record Outdated(@Nullable SourceState found) implements OfferOutcome {}

  /** A later attempt of the same task runs elsewhere, and will tell its outcome. */
  record TakenOver() implements OfferOutcome {}

  /** The rows are not acceptable, or the offer did not get through. */
  record Failed(Failure failure) implements OfferOutcome {}
}
