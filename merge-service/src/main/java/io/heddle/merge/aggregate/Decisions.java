package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.chain.StoredBlock;
import io.heddle.merge.ingest.Decided;
import io.heddle.merge.ingest.IngestPlan;
import io.heddle.merge.ingest.ResultSize;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal.Attempt;
import io.heddle.message.Proposal.Metadata;
import io.heddle.message.Reply;
import io.heddle.message.TaskCommits;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The part of an aggregate that decides on events and learns what became of decisions. */
final class Decisions {
  private static final Logger log = LoggerFactory.getLogger(Decisions.class);
  private static final Duration RETRY = Duration.ofSeconds(10);

  private final AggregateCore core;
  private final WorkAtHand work;
  private final Rollbacks rollbacks;

  /** A look at the chain that runs; null: none does. */
  private @Nullable Look look;

  /** When to look next; null: when the decision is overdue. */
  private @Nullable Instant nextLook;

  /** Why looks have failed lately; null: they have not. */
  private CatchUpWork.@Nullable Obstacle obstacle;

  /** What follows the base of a decision in the chain. */
  private record Look(String decisionId, CompletableFuture<Optional<List<StoredBlock>>> next) {}

  Decisions(AggregateCore core, WorkAtHand work, Rollbacks rollbacks) {
    this.core = core;
    this.work = work;
    this.rollbacks = rollbacks;
    if (core.phase() instanceof Phase.Awaiting) {
      // Its answer may have been missed before the start.
      lookAtOnce();
    }
  }

  /** Decides on proposed events; only while nothing is under way. */
  void metadata(Metadata metadata) {
    boolean creates =
        metadata.events().stream().anyMatch(event -> event instanceof MetadataEvent.Seed);
    if (!creates && Admission.isOfAnotherResource(metadata.datasetResourceId(), core.state())) {
      refuse(
          metadata,
          new Failure(FailureKind.InvalidTarget, "the dataset was deleted and made anew since"));
      return;
    }
    Instant systemTime = SystemTimes.next(core.now(), core.state().chain());
    switch (MetadataDecision.of(core.dataset(), metadata.events(), core.state(), systemTime)) {
      case MetadataDecision.Refused(Failure failure) -> refuse(metadata, failure);
      case MetadataDecision.NothingNew ignored -> {
        claim(metadata, creates);
        core.reply(
            new Reply.NothingToCommit(core.dataset(), metadata.requestId(), IngestSummary.EMPTY));
      }
      case MetadataDecision.Append(var events) -> {
        String id = metadata.requestId();
        CommitRequest.AppendEvents decision =
            new CommitRequest.AppendEvents(
                core.dataset(),
                id,
                id,
                core.state().chain() == null ? null : core.head(),
                systemTime,
                events,
                null);
        Optional<Failure> refusal = core.unknownEvents().or(() -> tooLarge(decision));
        if (refusal.isPresent()) {
          refuse(metadata, refusal.get());
          return;
        }
        claim(metadata, creates);
        core.surroundings().outbox().request(decision);
        core.become(
            new Phase.Awaiting(id, id, core.now(), null, null, false, Decided.of(decision), null));
      }
    }
  }

  /** Whether a decision, or its announcement, or the chain's summary with it, would not fit. */
  private Optional<Failure> tooLarge(CommitRequest.AppendEvents decision) {
    long announced = 0;
    long chained = 0;
    for (MetadataEvent event : decision.events()) {
      int bytes = StateCodec.size(event);
      announced += ResultSize.ofBlock(bytes);
      chained += MetadataDecision.isDescription(event) ? 0 : bytes;
      if (event instanceof MetadataEvent.SetDataSchema && bytes > IngestPlan.MAX_SCHEMA_BYTES) {
        return Optional.of(tooLarge("the schema", bytes, IngestPlan.MAX_SCHEMA_BYTES));
      }
    }
    if (announced > ResultSize.MAX_BYTES) {
      return Optional.of(tooLarge("the change", announced, ResultSize.MAX_BYTES));
    }
    ChainSummary chain = core.state().chain();
    long summary = (chain == null ? 0 : StateCodec.size(chain)) + chained;
    return summary > StepStore.MAX_ENTRY_BYTES
        ? Optional.of(
            tooLarge(
                "what the dataset's chain sets, as a whole,", summary, StepStore.MAX_ENTRY_BYTES))
        : Optional.empty();
  }

  private static Failure tooLarge(String what, long bytes, int limit) {
    return new Failure(
        FailureKind.LimitExceeded,
        "%s takes %d bytes; it may take %d".formatted(what, bytes, limit));
  }

  private void refuse(Metadata metadata, Failure failure) {
    core.reply(new Reply.Refused(core.dataset(), metadata.requestId(), failure));
  }

  /** A resource that creates the dataset, even once more, is the one it belongs to. */
  private void claim(Metadata metadata, boolean creates) {
    if (metadata.datasetResourceId() != null && (creates || core.state().resourceId() == null)) {
      core.become(core.state().withResourceId(metadata.datasetResourceId()));
    }
  }

  /** The answer to the decision under way. */
  void answered(Phase.Awaiting awaiting, CommitResult result) {
    nextLook = null;
    obstacle = null;
    switch (result) {
      case CommitResult.Committed committed -> committed(awaiting, committed);
      case CommitResult.Rejected rejected -> rejected(awaiting, rejected);
    }
  }

  private void committed(Phase.Awaiting awaiting, CommitResult.Committed committed) {
    OpenIngestion open = awaiting.open();
    ChainSummary chain = core.state().chain();
    for (CommittedBlock block : committed.blocks()) {
      if (!Objects.equals(block.block().prevBlockHash(), chain == null ? null : chain.head())) {
        log.atError()
            .addKeyValue("dataset", core.dataset())
            .addKeyValue("block", block.hash())
            .log("A committed block does not build on ours, reading the chain again");
        core.newGeneration();
        if (open != null) {
          work.end(open);
        }
        core.catchUpFromStart(null);
        return;
      }
      chain =
          chain == null
              ? ChainSummary.first(block.hash(), block.block())
              : chain.after(block.hash(), block.block());
      if (MetadataDecision.isDescription(block.block().event())) {
        core.become(core.state().withDescription(block.block().event()));
      }
    }
    core.become(core.state().with(chain));
    if (open != null) {
      String source = open.begin().sourceName();
      core.become(
          core.state()
              .withLastIngestion(
                  source,
                  DatasetState.LastIngestion.of(
                      core.state().lastIngestions().get(source),
                      open.begin().taskId(),
                      commits(awaiting, open, committed))));
      work.end(open);
      core.dropUnusedViews();
    }
    core.become(new Phase.Idle());
  }

  private static TaskCommits commits(
      Phase.Awaiting awaiting, OpenIngestion open, CommitResult.Committed committed) {
    Attempt attempt = open.begin().attempt();
    return TaskCommits.of(
        attempt == null ? 0 : attempt.round(),
        committed,
        awaiting.hasMore(),
        awaiting.summary() == null ? IngestSummary.EMPTY : awaiting.summary());
  }

  /** Whoever rejects a decision may not know that it got into the chain before. */
  private void rejected(Phase.Awaiting awaiting, CommitResult.Rejected rejected) {
    log.atWarn()
        .addKeyValue("dataset", core.dataset())
        .addKeyValue("request", awaiting.requestId())
        .addKeyValue("reason", rejected.reason())
        .log("Decision rejected");
    giveUp(awaiting, new Phase.GivenUp(rejected.reason(), rejected.obstacle()));
  }

  private void takeBack(Phase.Awaiting awaiting, Phase.GivenUp why) {
    if (awaiting.open() == null) {
      core.reply(
          why.obstacle() == null
              ? new Reply.RolledBack(core.dataset(), awaiting.requestId(), why.reason())
              : new Reply.Refused(
                  core.dataset(), awaiting.requestId(), new Failure(why.obstacle(), why.reason())));
      core.catchUpFromHead();
    } else {
      rollbacks.takeBack(awaiting.open(), why);
    }
  }

  /** Has the chain looked at from now on, since an answer may have been missed. */
  void lookAtOnce() {
    look = null;
    nextLook = Instant.MIN;
  }

  /** Takes the decision under way back, unless its blocks are in the chain already. */
  void giveUp(Phase.Awaiting awaiting, Phase.GivenUp why) {
    core.become(awaiting.giveUp(why));
    lookAtOnce();
  }

  /**
   * Waits no longer than it should: when a decision is overdue, the chain is looked at, and
   * commit-service asked if the chain does not tell.
   */
  void watch(Phase.Awaiting awaiting) {
    if (look != null && !look.decisionId().equals(awaiting.decisionId())) {
      look = null;
    }
    if (look == null && core.now().isAfter(timeOfLook(awaiting))) {
      Decided decided = awaiting.decided();
      look =
          new Look(
              awaiting.decisionId(),
              core.surroundings()
                  .chains()
                  .next(core.dataset(), hash(decided.base()), decided.blocks()));
    }
    if (look == null || !look.next().isDone()) {
      return;
    }
    CompletableFuture<Optional<List<StoredBlock>>> done = look.next();
    look = null;
    try {
      nextLook = core.now().plus(core.settings().overdue());
      Optional<List<StoredBlock>> next = Futures.get(done);
      obstacle = null;
      seen(awaiting, next);
    } catch (ExecutionException e) {
      log.atWarn()
          .addKeyValue("dataset", core.dataset())
          .setCause(e)
          .log("Cannot look for a decision in the chain");
      nextLook = core.now().plus(RETRY);
      obstacle =
          CatchUpWork.Obstacle.of(
              e.getCause() == null ? e : e.getCause(), obstacle, core.now(), null);
      if (!obstacle.passing() && obstacle.isOlderThan(core.settings().unreadable(), core.now())) {
        // It cannot tell, and never will. Nothing is added to it before it can be read again.
        takeBack(awaiting, new Phase.GivenUp(obstacle.failure().message(), null));
      }
    }
    if (!(core.phase() instanceof Phase.Awaiting)) {
      nextLook = null;
      obstacle = null;
    }
  }

  private Instant timeOfLook(Phase.Awaiting awaiting) {
    return nextLook == null ? awaiting.since().plus(core.settings().overdue()) : nextLook;
  }

  private static @Nullable Multihash hash(@Nullable BlockPointer block) {
    return block == null ? null : block.hash();
  }

  /**
   * @param next what follows the base of the decision; empty when the base is not in the chain
   */
  private void seen(Phase.Awaiting awaiting, Optional<List<StoredBlock>> next) {
    Decided decided = awaiting.decided();
    if (next.isPresent() && decided.begins(next.get())) {
      found(awaiting, next.get().subList(0, decided.blocks()));
    } else if (awaiting.givenUpFor() != null) {
      takeBack(awaiting, awaiting.givenUpFor());
    } else if (next.isEmpty() || !next.get().isEmpty()) {
      // By compare-and-swap it cannot get into the chain any more.
      log.atWarn()
          .addKeyValue("dataset", core.dataset())
          .addKeyValue("request", awaiting.requestId())
          .log("The chain went on without a decision");
      takeBack(awaiting, new Phase.GivenUp("somebody else moved the dataset's head", null));
    } else if (isOverdue(awaiting)) {
      log.atWarn()
          .addKeyValue("dataset", core.dataset())
          .addKeyValue("request", awaiting.requestId())
          .addKeyValue("since", awaiting.since())
          .log("No answer of commit-service, asking again");
      core.surroundings()
          .outbox()
          .request(
              new CommitRequest.DecisionInquiry(
                  core.dataset(), awaiting.decisionId(), awaiting.requestId()));
    } else {
      nextLook = null;
    }
  }

  /** Its blocks are in the chain, though nobody said so. */
  private void found(Phase.Awaiting awaiting, List<StoredBlock> blocks) {
    log.atInfo()
        .addKeyValue("dataset", core.dataset())
        .addKeyValue("request", awaiting.requestId())
        .log("A decision without an answer is in the chain");
    committed(
        awaiting,
        new CommitResult.Committed(
            core.dataset(),
            awaiting.decisionId(),
            awaiting.requestId(),
            hash(awaiting.decided().base()),
            blocks.stream()
                .map(block -> new CommitResult.CommittedBlock(block.hash(), block.block()))
                .toList(),
            awaiting.summary()));
    OpenIngestion open = awaiting.open();
    Optional<Reply> told =
        open == null
            ? Optional.of(
                new Reply.NothingToCommit(
                    core.dataset(), awaiting.requestId(), IngestSummary.EMPTY))
            : Admission.alreadyCommitted(open.begin(), core.state());
    told.ifPresent(core::reply);
  }

  private boolean isOverdue(Phase.Awaiting awaiting) {
    return core.now().isAfter(awaiting.since().plus(core.settings().overdue()));
  }

  /** A decision that stays unanswered although it was asked for is worth an alarm. */
  Optional<Trouble> trouble(Phase.Awaiting awaiting) {
    Duration bound = core.settings().overdue().multipliedBy(2);
    return core.now().isAfter(awaiting.since().plus(bound))
        ? Optional.of(
            new Trouble(
                Trouble.Kind.UNANSWERED,
                (awaiting.givenUpFor() == null
                        ? "commit-service has not answered request "
                        : "the chain cannot be read, which tells what became of request ")
                    + awaiting.requestId(),
                awaiting.since()))
        : Optional.empty();
  }
}
