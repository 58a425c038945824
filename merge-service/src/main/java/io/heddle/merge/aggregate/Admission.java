package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.merge.ingest.ChainFacts;
import io.heddle.merge.ingest.IngestPlan;
import io.heddle.message.BlockPointer;
import io.heddle.message.Proposal.Attempt;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.message.Reply;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.SourceState;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** What becomes of a begin while nothing else is under way. */
sealed interface Admission {
  /** The ingestion is open. */
  record Open(IngestPlan plan) implements Admission {}

  /** It is not; this is why. */
  record Answered(Reply reply) implements Admission {}

  /** The chain has to be read first, into the view that the strategy looks into. */
  record NeedsView(View.Need need) implements Admission {}

  static Admission of(IngestBegin begin, DatasetState state, Instant now) {
    ChainSummary chain = state.chain();
    if (chain == null) {
      return refused(begin, "the dataset does not exist");
    }
    if (chain.datasetKind() != DatasetKind.Root) {
      return refused(begin, "only root datasets take data in; this one is derivative");
    }
    if (isOfAnotherResource(begin.datasetResourceId(), state)) {
      return refused(begin, "the dataset was deleted and made anew since the task was started");
    }
    Optional<Reply> committed = alreadyCommitted(begin, state);
    if (committed.isPresent()) {
      return new Answered(committed.get());
    }
    SourceState found = chain.state(begin.sourceName()).orElse(null);
    if (!Objects.equals(found, begin.expectedState()) || isFromAnOlderBlock(begin, chain)) {
      return new Answered(
          new Reply.Superseded(
              begin.dataset(), begin.requestId(), found, Reply.SupersededBy.SOURCE_STATE));
    }
    IngestPlan plan;
    try {
      plan = IngestPlan.of(begin, ChainFacts.of(chain), SystemTimes.next(now, chain));
    } catch (IngestException e) {
      return new Answered(new Reply.Refused(begin.dataset(), begin.requestId(), e.failure()));
    }
    return View.Need.of(begin.merge())
        .filter(need -> begin.schema() != null)
        .filter(need -> state.hasRows() && state.view(need).isEmpty())
        .<Admission>map(NeedsView::new)
        .orElseGet(() -> new Open(plan));
  }

  /** The answer when this round of the task is in the chain; whatever else is under way. */
  static Optional<Reply> alreadyCommitted(IngestBegin begin, DatasetState state) {
    ChainSummary chain = state.chain();
    DatasetState.LastIngestion last = state.lastIngestions().get(begin.sourceName());
    if (chain == null
        || last == null
        || isOfAnotherResource(begin.datasetResourceId(), state)
        || !last.taskId().equals(begin.taskId())) {
      return Optional.empty();
    }
    Attempt attempt = begin.attempt();
    return (attempt == null ? 0 : attempt.round()) >= last.commits().rounds()
        ? Optional.empty()
        : Optional.of(
            new Reply.AlreadyCommitted(
                begin.dataset(),
                begin.requestId(),
                head(chain),
                last.commits().summary(),
                last.commits()));
  }

  /** Contents that went back to what they were bring the same state, but in another block. */
  private static boolean isFromAnOlderBlock(IngestBegin begin, ChainSummary chain) {
    Attempt attempt = begin.attempt();
    return attempt != null
        && !Objects.equals(attempt.stateBlock(), chain.stateBlock(begin.sourceName()).orElse(null));
  }

  /** Whether a proposal means a dataset of another life. */
  static boolean isOfAnotherResource(
      @org.jspecify.annotations.Nullable String resourceId, DatasetState state) {
    return resourceId != null
        && state.resourceId() != null
        && !resourceId.equals(state.resourceId());
  }

  static BlockPointer head(ChainSummary chain) {
    return new BlockPointer(chain.head(), chain.sequenceNumber());
  }

  private static Admission refused(IngestBegin begin, String why) {
    return new Answered(
        new Reply.Refused(
            begin.dataset(), begin.requestId(), new Failure(FailureKind.InvalidTarget, why)));
  }
}
