package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.chain.MetadataEvent;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal.Attempt;
import io.heddle.message.Proposal.Metadata;
import io.heddle.message.Reply;
import io.heddle.message.TaskCommits;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Instant;
import java.util.Objects;
import org.jboss.logging.Logger;

/** The part of an aggregate that decides on events and learns what became of decisions. */
final class Decisions {
  private static final Logger LOG = Logger.getLogger(Decisions.class);

  private final AggregateCore core;
  private final Ingestions ingestions;
  private boolean overdueReported;

  Decisions(AggregateCore core, Ingestions ingestions) {
    this.core = core;
    this.ingestions = ingestions;
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
        claim(metadata, creates);
        String id = metadata.requestId();
        core.surroundings()
            .outbox()
            .request(
                new CommitRequest.AppendEvents(
                    core.dataset(),
                    id,
                    id,
                    core.state().chain() == null ? null : core.head(),
                    systemTime,
                    events,
                    null));
        core.become(new Phase.Awaiting(id, id, core.now(), null, null, false));
      }
    }
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
    overdueReported = false;
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
        LOG.errorf(
            "a committed block does not build on ours, reading the chain again:"
                + " dataset=%s block=%s",
            core.dataset(), block.hash());
        core.newGeneration();
        if (open != null) {
          ingestions.endWork(open);
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
      ingestions.endWork(open);
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

  private void rejected(Phase.Awaiting awaiting, CommitResult.Rejected rejected) {
    LOG.warnf(
        "decision rejected: dataset=%s request=%s reason=%s",
        core.dataset(), awaiting.requestId(), rejected.reason());
    if (awaiting.open() == null) {
      core.reply(new Reply.RolledBack(core.dataset(), awaiting.requestId(), rejected.reason()));
      core.catchUpFromHead();
    } else {
      ingestions.rollBack(awaiting.open(), true, rejected.reason());
    }
  }

  /** Once for each decision that commit-service leaves unanswered for too long. */
  void reportOverdue(Phase.Awaiting awaiting) {
    if (!overdueReported && core.now().isAfter(awaiting.since().plus(core.settings().overdue()))) {
      overdueReported = true;
      LOG.warnf(
          "commit-service has not answered: dataset=%s request=%s since=%s",
          core.dataset(), awaiting.requestId(), awaiting.since());
    }
  }
}
