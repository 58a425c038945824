package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.merge.state.Journal;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One dataset's aggregate (architecture, "The aggregate is a small state machine"). Takes proposals
 * and results in the order of the partition, and ticks of the clock for what takes longer. What it
 * keeps is saved with each of them, in one transaction with what it says. For the thread of the
 * partition's task.
 */
public final class DatasetAggregate {
  private static final Logger LOG = Logger.getLogger(DatasetAggregate.class);
  private static final int GARBAGE_ROWS = 5_000;

  private final AggregateCore core;
  private final Ingestions ingestions;
  private final Decisions decisions;
  private final WaitingProposals waiting;

  /** Whether the state is known to be that of the chain, as far as a look can tell. */
  private boolean checked;

  private @Nullable HeadCheck check;
  private @Nullable CatchUpWork catchUp;

  /** When this object last got a message, by the wall clock. */
  private Instant lastTouched;

  /** The aggregate as it is kept in the stores, or a new one. */
  public DatasetAggregate(DatasetId dataset, AggregateStores stores, Surroundings surroundings) {
    DatasetState state =
        stores.load(dataset).orElseGet(() -> DatasetState.unknown(stores.nextNumber()));
    this.core = new AggregateCore(dataset, stores, surroundings, state);
    this.ingestions = new Ingestions(core);
    this.decisions = new Decisions(core, ingestions);
    this.waiting =
        new WaitingProposals(stores.journal(state, Journal.Kind.WAITING), surroundings.codec());
    this.checked = !(state.phase() instanceof Phase.Idle);
    this.lastTouched = surroundings.clock().instant();
  }

  /** Whether there is something that goes on without a message. */
  public boolean isActive() {
    return !isIdle() || !waiting.isEmpty() || check != null || !core.state().garbage().isEmpty();
  }

  private boolean isIdle() {
    return core.phase() instanceof Phase.Idle;
  }

  /** Lets go of background work; what is kept goes on elsewhere. */
  public void close() {
    if (catchUp != null) {
      catchUp.close();
    }
  }

  /**
   * @param time when it came, by the partition's time stamps
   */
  public void handle(Proposal proposal, Instant time) {
    lastTouched = core.now();
    if (isIdle() && !checked && !isPartOfIngestion(proposal)) {
      waiting.add(proposal);
      startCheck();
    } else {
      act(proposal, time);
      takeWaiting(time);
    }
    save();
  }

  private static boolean isPartOfIngestion(Proposal proposal) {
    return proposal instanceof Proposal.IngestBatch
        || proposal instanceof Proposal.IngestEnd
        || proposal instanceof Proposal.IngestAbort;
  }

  private void act(Proposal proposal, Instant time) {
    switch (proposal) {
      case IngestBegin begin -> ingestions.begin(begin, time);
      case Proposal.IngestBatch batch -> ingestions.batch(batch, time);
      case Proposal.IngestEnd end -> ingestions.end(end, time);
      case Proposal.IngestAbort abort -> ingestions.abort(abort);
      case Proposal.Metadata metadata -> {
        if (isIdle()) {
          decisions.metadata(metadata);
        } else {
          waiting.add(metadata);
        }
      }
      case Proposal.Rebuild rebuild -> {
        if (isIdle()) {
          core.newGeneration();
          core.catchUpFromStart(rebuild.requestId());
        } else {
          waiting.add(rebuild);
        }
      }
      case Proposal.Unlock unlock ->
          core.reply(
              new Reply.Refused(
                  core.dataset(),
                  unlock.requestId(),
                  new Failure(FailureKind.Unsupported, "a dataset cannot be unlocked yet")));
    }
  }

  /** What waited, as long as nothing is under way. */
  private void takeWaiting(Instant time) {
    while (isIdle() && checked) {
      Proposal next = waiting.poll();
      if (next == null) {
        return;
      }
      act(next, time);
    }
  }

  private void save() {
    core.takeChanged();
    core.stores().save(core.dataset(), core.state(), isActive());
  }

  public void handle(CommitResult result) {
    lastTouched = core.now();
    if (core.phase() instanceof Phase.Awaiting awaiting
        && awaiting.decisionId().equals(result.decisionId())) {
      decisions.answered(awaiting, result);
      takeWaiting(lastTouched);
    } else if (result instanceof CommitResult.Committed committed && !isKnown(committed)) {
      // Decided by a state that was lost: the chain knows more than we do.
      checked = false;
    }
    save();
  }

  private boolean isKnown(CommitResult.Committed committed) {
    ChainSummary chain = core.state().chain();
    return chain != null
        && !committed.blocks().isEmpty()
        && committed.blocks().getLast().block().sequenceNumber() <= chain.sequenceNumber();
  }

  private void startCheck() {
    if (check == null) {
      check = new HeadCheck(core.dataset(), core.state().chain(), core.surroundings().chains());
    }
  }

  /** The first look at the chain after a start: does the state fit it? */
  private void goOnWithCheck(HeadCheck current) {
    switch (current.poll(core.now())) {
      case HeadCheck.Outcome.Pending ignored -> {}
      case HeadCheck.Outcome.Fits(ChainSummary chain) -> {
        check = null;
        checked = true;
        core.become(core.state().with(chain));
      }
      case HeadCheck.Outcome.Moved ignored -> {
        check = null;
        checked = true;
        core.catchUpFromHead();
        answerWaitingBegins();
      }
    }
  }

  /** Reading the chain may take long; ingestions are offered again, the rest waits on. */
  private void answerWaitingBegins() {
    List<Proposal> others = new ArrayList<>();
    for (Proposal each = waiting.poll(); each != null; each = waiting.poll()) {
      if (each instanceof IngestBegin begin) {
        ingestions.busy(begin, Reasons.busy(core.phase()));
      } else {
        others.add(each);
      }
    }
    others.forEach(waiting::add);
  }

  private void catchUp(Phase.CatchingUp phase, BooleanSupplier timeIsUp) {
    if (catchUp == null) {
      catchUp =
          new CatchUpWork(
              core.dataset(), core.stores(), core.settings(), core.surroundings().chains());
    }
    switch (catchUp.step(core.state(), phase, core.now(), timeIsUp)) {
      case CatchUpWork.Outcome.Underway(DatasetState reached) -> {
        if (!reached.equals(core.state())) {
          core.become(reached);
        }
      }
      case CatchUpWork.Outcome.Done(DatasetState reached) -> {
        core.become(reached.with(new Phase.Idle()));
        catchUp = null;
        checked = true;
        if (phase.requestId() != null) {
          core.reply(
              new Reply.NothingToCommit(core.dataset(), phase.requestId(), IngestSummary.EMPTY));
        }
      }
      case CatchUpWork.Outcome.Elsewhere ignored -> {
        LOG.warnf("the chain is another one, reading it anew: dataset=%s", core.dataset());
        catchUp = null;
        core.newGeneration();
        core.catchUpFromStart(phase.requestId());
      }
    }
  }

  /**
   * Goes on with whatever takes longer.
   *
   * @param streamTime the greatest time stamp of the partition; null when nothing came yet
   * @param idle whether the partition has been idle for a while
   */
  public void tick(@Nullable Instant streamTime, boolean idle, BooleanSupplier timeIsUp) {
    boolean wasActive = isActive();
    if (check != null) {
      goOnWithCheck(check);
    }
    switch (core.phase()) {
      case Phase.Ingesting(OpenIngestion open) ->
          ingestions.endSilence(open, streamTime, idle ? lastTouched : null);
      case Phase.Closing ignored -> ingestions.finish(timeIsUp);
      case Phase.RollingBack ignored -> ingestions.playBack(timeIsUp);
      case Phase.CatchingUp catching -> catchUp(catching, timeIsUp);
      case Phase.Awaiting awaiting -> decisions.reportOverdue(awaiting);
      case Phase.Idle ignored -> {
        if (!checked && !waiting.isEmpty()) {
          startCheck();
        }
        collectGarbage(timeIsUp);
      }
    }
    takeWaiting(streamTime == null ? core.now() : streamTime);
    if (core.takeChanged() || wasActive != isActive()) {
      save();
    }
  }

  private void collectGarbage(BooleanSupplier timeIsUp) {
    List<Integer> garbage = core.state().garbage();
    while (!garbage.isEmpty() && !timeIsUp.getAsBoolean()) {
      if (core.stores().empty(garbage.getFirst(), GARBAGE_ROWS)) {
        garbage = garbage.subList(1, garbage.size());
      }
    }
    if (garbage.size() != core.state().garbage().size()) {
      core.become(core.state().withGarbage(garbage));
    }
  }
}
