package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.merge.state.Journal;
import io.heddle.message.CommitResult;
import io.heddle.message.Proposal;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.problem.CauseText;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One dataset's aggregate (architecture, "The aggregate is a small state machine"). Takes proposals
 * and results in the order of the partition, and ticks of the clock for what takes longer. What it
 * keeps is saved with each of them, in one transaction with what it says.
 *
 * <p>Each call is a step: when it throws, whoever called drops what it wrote and said, lets go of
 * this object, makes another one and tells it to {@link #breakDown}. For the thread of the
 * partition's task.
 */
public final class DatasetAggregate {
  private static final Logger log = LoggerFactory.getLogger(DatasetAggregate.class);

  private final AggregateCore core;
  private final Ingestions ingestions;
  private final Rollbacks rollbacks;
  private final Decisions decisions;
  private final WaitingProposals waiting;
  private final ChainReading chain;

  /** When this object last got a message, by the wall clock. */
  private Instant lastTouched;

  /** The aggregate as it is kept in the stores, or a new one. */
  public DatasetAggregate(DatasetId dataset, AggregateStores stores, Surroundings surroundings) {
    DatasetState state = stores.load(dataset);
    this.core = new AggregateCore(dataset, stores, surroundings, state);
    var work = new WorkAtHand(core);
    this.rollbacks = new Rollbacks(core, work);
    this.ingestions = new Ingestions(core, work, rollbacks);
    this.decisions = new Decisions(core, work, rollbacks);
    this.waiting =
        new WaitingProposals(stores.journal(state, Journal.Kind.WAITING), surroundings.codec());
    this.chain = new ChainReading(core);
    this.lastTouched = surroundings.clock().instant();
  }

  /** Whether there is something that goes on without a message. */
  public boolean isActive() {
    return !isIdle()
        || !waiting.isEmpty()
        || chain.isBeingChecked()
        || !core.state().garbage().isEmpty();
  }

  private boolean isIdle() {
    return core.phase() instanceof Phase.Idle;
  }

  /** What somebody should know of it; empty while all is well. */
  public Optional<Trouble> trouble() {
    return switch (core.phase()) {
      case Phase.Broken broken ->
          Optional.of(new Trouble(Trouble.Kind.BROKEN, broken.failure().message(), broken.since()));
      case Phase.Awaiting awaiting -> decisions.trouble(awaiting);
      default -> Optional.empty();
    };
  }

  /** Lets go of background work; what is kept goes on elsewhere. */
  public void close() {
    chain.stop();
  }

  /**
   * @param time when it came, by the partition's time stamps
   */
  public void handle(Proposal proposal, Instant time) {
    lastTouched = core.now();
    switch (proposal) {
      case Proposal.Rebuild rebuild -> rebuild(rebuild.requestId());
      case Proposal.Unlock unlock -> {
        if (queue(unlock)) {
          unlock();
        }
      }
      case Proposal.IngestAbort abort -> {
        waiting.remove(abort.requestId());
        ingestions.abort(abort);
      }
      default -> {
        if (core.phase() instanceof Phase.Broken broken) {
          handleBroken(proposal, broken);
        } else if (isIdle() && !chain.isKnown() && !isPartOfIngestion(proposal)) {
          if (queue(proposal)) {
            chain.check();
          }
        } else {
          act(proposal, time);
        }
      }
    }
    takeWaiting(time);
    save();
  }

  private static boolean isPartOfIngestion(Proposal proposal) {
    return proposal instanceof Proposal.IngestBatch || proposal instanceof Proposal.IngestEnd;
  }

  /** A definition that changes may mend what broke; nothing else is taken. */
  private void handleBroken(Proposal proposal, Phase.Broken broken) {
    if (proposal instanceof Proposal.Metadata metadata) {
      if (queue(metadata)) {
        unlock();
      }
    } else if (proposal instanceof IngestBegin begin) {
      core.reply(new Reply.Refused(core.dataset(), begin.requestId(), refusal(broken)));
    }
  }

  private void act(Proposal proposal, Instant time) {
    switch (proposal) {
      case IngestBegin begin -> begin(begin, time);
      case Proposal.IngestBatch batch -> ingestions.batch(batch, time);
      case Proposal.IngestEnd end -> ingestions.end(end, time);
      case Proposal.IngestAbort abort -> ingestions.abort(abort);
      case Proposal.Metadata metadata -> {
        Optional<Failure> stuck = chain.stuck();
        if (isIdle()) {
          decisions.metadata(metadata);
        } else if (stuck.isPresent()) {
          core.reply(new Reply.Refused(core.dataset(), metadata.requestId(), stuck.get()));
        } else {
          queue(metadata);
        }
      }
      case Proposal.Rebuild rebuild -> rebuild(rebuild.requestId());
      // Its turn comes when nothing is under way any more and the chain was looked at.
      case Proposal.Unlock unlock -> core.done(unlock.requestId());
    }
  }

  private void begin(IngestBegin begin, Instant time) {
    Optional<Failure> unreadable = chain.stuck().or(() -> chain.lacksViewFor(begin));
    if (unreadable.isPresent()) {
      core.reply(new Reply.Refused(core.dataset(), begin.requestId(), unreadable.get()));
    } else {
      ingestions.begin(begin, time);
      if (ingestions.takeMetUnknownState()) {
        // Its sender looked at the chain: maybe another writer has added a block there since.
        chain.doubt();
      }
    }
  }

  /** Lets a proposal wait for its turn, unless too much waits already. */
  private boolean queue(Proposal proposal) {
    Optional<Failure> full = waiting.add(proposal);
    full.ifPresent(
        failure -> core.reply(new Reply.Refused(core.dataset(), proposal.requestId(), failure)));
    return full.isEmpty();
  }

  /** What waited, as long as nothing is under way. */
  private void takeWaiting(Instant time) {
    while (isIdle() && chain.isKnown()) {
      Proposal next = nextWaiting();
      if (next == null) {
        return;
      }
      act(next, time);
    }
  }

  private @Nullable Proposal nextWaiting() {
    while (!waiting.isEmpty()) {
      switch (waiting.poll()) {
        case WaitingProposals.Next.Proposed(Proposal proposal) -> {
          return proposal;
        }
        case WaitingProposals.Next.Unreadable lost -> {
          Failure failure = lost.failure();
          log.atError()
              .addKeyValue("error", failure.message())
              .log("A proposal that waited is dropped");
          core.surroundings().outbox().deadLetter(lost.message(), failure.message());
          core.reply(new Reply.Refused(core.dataset(), lost.requestId(), failure));
        }
      }
    }
    return null;
  }

  private void save() {
    core.save(isActive());
  }

  public void handle(CommitResult result) {
    lastTouched = core.now();
    if (core.phase() instanceof Phase.Awaiting awaiting
        && awaiting.decisionId().equals(result.decisionId())) {
      decisions.answered(awaiting, result);
      takeWaiting(lastTouched);
    } else {
      switch (result) {
        case CommitResult.Rejected rejected -> {
          if (ingestions.rejectedEarly(rejected)) {
            takeWaiting(lastTouched);
          }
        }
        case CommitResult.Committed committed -> {
          if (!isKnown(committed)) {
            // Decided by a state that was lost: the chain knows more than we do.
            chain.doubt();
          }
        }
      }
    }
    save();
  }

  /** A result came that cannot be read: the chain tells what it said. */
  public void missedResult() {
    if (core.phase() instanceof Phase.Awaiting) {
      decisions.lookAtOnce();
    } else {
      chain.doubt();
    }
  }

  /** A message of a proposal came that cannot be read: whoever sent it is told. */
  public void missedProposal(String requestId, String reason) {
    if (!ingestions.missed(requestId, reason)) {
      core.reply(
          new Reply.Refused(
              core.dataset(),
              requestId,
              new Failure(FailureKind.BadInput, "the proposal cannot be read: " + reason)));
    }
    takeWaiting(core.now());
    save();
  }

  private boolean isKnown(CommitResult.Committed committed) {
    ChainSummary ours = core.state().chain();
    return ours != null
        && !committed.blocks().isEmpty()
        && committed.blocks().getLast().block().sequenceNumber() <= ours.sequenceNumber();
  }

  /**
   * Stops, since a step failed for a reason that no message explains. Whoever waits is told; the
   * next step out of it is an operator's, or a change of the definition.
   *
   * @param requestId of what was being handled; null: of nothing in particular
   */
  public void breakDown(Throwable cause, @Nullable String requestId) {
    Phase now = core.phase();
    Phase.Broken broken =
        new Phase.Broken(
            new Failure(FailureKind.DatasetBroken, CauseText.of(cause)),
            core.now(),
            now instanceof Phase.Broken(Failure ignored, Instant since, Phase before)
                ? before
                : now);
    core.become(broken);
    OpenIngestion open = broken.before().openIngestion();
    List<String> asking = new ArrayList<>();
    if (open != null && !(broken.before() instanceof Phase.Awaiting)) {
      asking.add(open.requestId());
    }
    if (broken.before() instanceof Phase.CatchingUp catching && catching.requestId() != null) {
      asking.add(catching.requestId());
    }
    if (requestId != null && !asking.contains(requestId)) {
      asking.add(requestId);
    }
    asking.addAll(waiting.removeAll());
    core.reply(
        new Reply.DatasetBroken(
            core.dataset(), requestId == null ? "" : requestId, broken.failure(), broken.since()));
    asking.forEach(each -> core.reply(new Reply.Refused(core.dataset(), each, refusal(broken))));
    save();
  }

  private static Failure refusal(Phase.Broken broken) {
    return new Failure(
        FailureKind.DatasetBroken,
        "the dataset is broken since %s (%s); once the cause is mended, an operator unlocks or rebuilds it"
            .formatted(broken.since(), broken.failure().message()));
  }

  /** Ends whatever is under way, and has the chain looked at. */
  private void unlock() {
    mend();
    chain.startOver();
    switch (core.phase()) {
      case Phase.Idle ignored -> {
        chain.doubt();
        chain.check();
      }
      case Phase.Ingesting(OpenIngestion open) ->
          rollbacks.rollBack(open, true, "the dataset was unlocked");
      case Phase.Closing closing ->
          rollbacks.rollBack(closing.open(), true, "the dataset was unlocked");
      case Phase.Awaiting awaiting ->
          decisions.giveUp(awaiting, new Phase.GivenUp("the dataset was unlocked", null));
      case Phase.RollingBack back -> core.become(new Phase.RollingBack(back.open(), true));
      // With nothing at hand it begins anew.
      case Phase.CatchingUp ignored -> {}
      case Phase.Broken ignored -> throw new IllegalStateException("it was mended");
    }
    if (!isIdle()) {
      answerWaitingBegins();
    }
  }

  /** Leaves the broken state for what the aggregate was about. */
  private void mend() {
    if (core.phase() instanceof Phase.Broken broken) {
      core.become(broken.before());
      core.reply(new Reply.DatasetMended(core.dataset(), ""));
    }
  }

  /** Drops whatever is under way, and reads the chain from its first block. */
  private void rebuild(String requestId) {
    mend();
    chain.startOver();
    String why = "the dataset is being rebuilt";
    Phase phase = core.phase();
    OpenIngestion open = phase.openIngestion();
    if (open != null) {
      rollbacks.drop(open, why);
    } else if (phase instanceof Phase.Awaiting awaiting) {
      core.reply(new Reply.RolledBack(core.dataset(), awaiting.requestId(), why));
    } else if (phase instanceof Phase.CatchingUp before && before.requestId() != null) {
      core.reply(
          new Reply.Refused(
              core.dataset(),
              before.requestId(),
              new Failure(FailureKind.ConcurrentModification, "a later rebuild took its place")));
    }
    core.newGeneration();
    core.catchUpFromStart(requestId);
    answerWaitingBegins();
  }

  /** Reading the chain may take long; ingestions are offered again, the rest waits on. */
  private void answerWaitingBegins() {
    List<Proposal> others = new ArrayList<>();
    for (Proposal each = nextWaiting(); each != null; each = nextWaiting()) {
      if (each instanceof IngestBegin begin) {
        ingestions.busy(begin, Reasons.busy(core.phase()));
      } else {
        others.add(each);
      }
    }
    others.forEach(this::queue);
  }

  /** Nobody waits for a store that does not answer for longer than a bound. */
  private void refuseWhoWaits() {
    String rebuild = core.phase() instanceof Phase.CatchingUp phase ? phase.requestId() : null;
    if (waiting.isEmpty() && rebuild == null) {
      return;
    }
    Optional<Failure> stuck = chain.stuck();
    if (stuck.isEmpty()) {
      return;
    }
    List<String> told = new ArrayList<>(waiting.removeAll());
    if (rebuild != null && core.phase() instanceof Phase.CatchingUp phase) {
      told.add(rebuild);
      core.become(phase.unasked());
    }
    told.forEach(each -> core.reply(new Reply.Refused(core.dataset(), each, stuck.get())));
  }

  /**
   * Goes on with whatever takes longer.
   *
   * @param streamTime the greatest time stamp of the partition; null when nothing came yet
   * @param idle whether the partition has been idle for a while
   */
  public void tick(@Nullable Instant streamTime, boolean idle, BooleanSupplier timeIsUp) {
    if (chain.goOnWithCheck()) {
      answerWaitingBegins();
    }
    switch (core.phase()) {
      case Phase.Ingesting(OpenIngestion open) ->
          ingestions.endSilence(open, streamTime, idle ? lastTouched : null);
      case Phase.Closing ignored -> ingestions.finish(timeIsUp);
      case Phase.RollingBack ignored -> rollbacks.playBack(timeIsUp);
      case Phase.CatchingUp catching -> chain.catchUp(catching, timeIsUp);
      case Phase.Awaiting awaiting -> decisions.watch(awaiting);
      case Phase.Broken ignored -> {}
      case Phase.Idle ignored -> {
        if (!chain.isKnown() && !waiting.isEmpty()) {
          chain.check();
        }
        core.collectGarbage(timeIsUp);
      }
    }
    refuseWhoWaits();
    takeWaiting(streamTime == null ? core.now() : streamTime);
    save();
  }
}
