package io.heddle.merge.aggregate;

import io.heddle.merge.ingest.Decided;
import io.heddle.merge.ingest.IngestPlan;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal.IngestAbort;
import io.heddle.message.Proposal.IngestBatch;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.message.Proposal.IngestEnd;
import io.heddle.message.Reply;
import io.heddle.odf.MergeStrategy;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DamagedDataException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The part of an aggregate that opens, merges and ends ingestions. */
final class Ingestions {
  private static final Logger log = LoggerFactory.getLogger(Ingestions.class);
  private static final int SCAN_STEPS = 2_000;

  private final AggregateCore core;

  private final WorkAtHand work;
  private final Rollbacks rollbacks;
  private boolean metUnknownState;

  Ingestions(AggregateCore core, WorkAtHand work, Rollbacks rollbacks) {
    this.core = core;
    this.work = work;
    this.rollbacks = rollbacks;
  }

  /** Whether a begin since the last question relied on a source state other than the one here. */
  boolean takeMetUnknownState() {
    boolean met = metUnknownState;
    metUnknownState = false;
    return met;
  }

  void begin(IngestBegin begin, Instant time) {
    Optional<Reply> committed = Admission.alreadyCommitted(begin, core.state());
    if (committed.isPresent()) {
      core.reply(committed.get());
      return;
    }
    if (core.phase() instanceof Phase.Ingesting(OpenIngestion open)) {
      if (open.requestId().equals(begin.requestId())) {
        core.reply(new Reply.Begun(core.dataset(), begin.requestId(), core.head()));
        return;
      }
      if (isOlderAttempt(begin, open.begin())) {
        core.reply(
            new Reply.Superseded(
                core.dataset(),
                begin.requestId(),
                begin.expectedState(),
                Reply.SupersededBy.NEWER_ATTEMPT));
        return;
      }
      if (isSuccessor(begin, open.begin())) {
        rollbacks.rollBack(open, false, "a newer attempt has begun");
      }
    }
    if (!(core.phase() instanceof Phase.Idle)) {
      busy(begin, Reasons.busy(core.phase()));
      return;
    }
    Optional<Failure> unknown = core.unknownEvents();
    if (unknown.isPresent()) {
      core.reply(new Reply.Refused(core.dataset(), begin.requestId(), unknown.get()));
      return;
    }
    switch (Admission.of(begin, core.state(), core.now())) {
      case Admission.Answered(Reply answer) -> {
        core.reply(answer);
        metUnknownState = answer instanceof Reply.Superseded;
      }
      case Admission.NeedsView(View.Need need) -> {
        core.become(core.state().withNeed(begin.sourceName(), Optional.of(need)));
        View view = core.addView(need);
        core.become(
            new Phase.CatchingUp(
                null,
                Objects.requireNonNull(core.state().chain()).head(),
                List.of(view.space()),
                null));
        busy(begin, "the dataset's rows are being read for the key " + need.key());
      }
      case Admission.Open(var plan) -> {
        OpenIngestion open = OpenIngestion.begun(begin, plan.systemTime(), time, core.state());
        if (StateCodec.size(open.begun()) > StepStore.MAX_ENTRY_BYTES / 2) {
          core.reply(
              new Reply.Refused(
                  core.dataset(),
                  begin.requestId(),
                  new Failure(
                      FailureKind.LimitExceeded,
                      "the begin of the ingestion, its schema included, takes %d bytes; it may take %d"
                          .formatted(
                              StateCodec.size(open.begun()), StepStore.MAX_ENTRY_BYTES / 2))));
          return;
        }
        core.become(core.state().withNeed(begin.sourceName(), View.Need.of(begin.merge())));
        createView(begin);
        if (plan.input() != null) {
          core.become(core.state().writingUnder(plan.schema()));
        }
        core.become(new Phase.Ingesting(open));
        core.reply(new Reply.Begun(core.dataset(), begin.requestId(), core.head()));
      }
    }
  }

  /** The same task, by a process that another one has taken it over from. */
  private static boolean isOlderAttempt(IngestBegin begin, IngestBegin open) {
    return begin.taskId().equals(open.taskId())
        && begin.attempt() != null
        && open.attempt() != null
        && begin.attempt().epoch() < open.attempt().epoch();
  }

  /** The same task or source, once more: whoever was at it before is gone. */
  private static boolean isSuccessor(IngestBegin begin, IngestBegin before) {
    return begin.taskId().equals(before.taskId()) || begin.sourceName().equals(before.sourceName());
  }

  void busy(IngestBegin begin, String reason) {
    core.reply(new Reply.Busy(core.dataset(), begin.requestId(), reason));
  }

  /** Without rows in the dataset the view is complete as soon as it is there. */
  private void createView(IngestBegin begin) {
    Optional<View.Need> need = View.Need.of(begin.merge()).filter(each -> begin.schema() != null);
    if (need.isPresent() && core.state().view(need.get()).isEmpty()) {
      core.addView(need.get());
    }
  }

  void batch(IngestBatch batch, Instant time) {
    if (!(core.phase() instanceof Phase.Ingesting(OpenIngestion open))
        || !open.requestId().equals(batch.requestId())
        || batch.batchNumber() < open.nextBatch()) {
      return;
    }
    if (batch.batchNumber() > open.nextBatch()) {
      rollbacks.rollBack(open, false, "batch %d is missing".formatted(open.nextBatch()));
      return;
    }
    if (open.begin().schema() == null) {
      rollbacks.refuse(
          open, new Failure(FailureKind.Internal, "rows came for an ingestion without a table"));
      return;
    }
    try {
      OpenWork current = work.of(open);
      current.take(batch.arrow());
      core.become(new Phase.Ingesting(current.keep(open.heardAt(time)).withBatchTaken()));
      core.become(core.state().withViews(current.views(core.state())));
      core.reply(new Reply.Taken(core.dataset(), batch.requestId(), batch.batchNumber()));
    } catch (IngestException e) {
      rollbacks.refuse(open, e.failure());
    } catch (OutOfMemoryException e) {
      rollbacks.refuse(open, noMemory());
    } catch (DamagedDataException e) {
      core.surroundings().outbox().deadLetter("the batch is no Arrow stream: " + e.getMessage());
      rollbacks.rollBack(open, false, "batch %d is unreadable".formatted(batch.batchNumber()));
    }
  }

  void end(IngestEnd end, Instant time) {
    if (!(core.phase() instanceof Phase.Ingesting(OpenIngestion open))
        || !open.requestId().equals(end.requestId())) {
      return;
    }
    OpenWork current = work.of(open);
    if (end.batches() != open.nextBatch() || end.rows() != current.rowsRead()) {
      rollbacks.rollBack(
          open,
          false,
          "%d batches with %d rows came, but %d with %d were sent"
              .formatted(open.nextBatch(), current.rowsRead(), end.batches(), end.rows()));
      return;
    }
    long rows =
        View.Need.of(open.begin().merge()).flatMap(core.state()::view).map(View::rows).orElse(0L);
    core.become(new Phase.Closing(open.heardAt(time), end, rows));
    finish(core.surroundings().stepEnd());
  }

  /** Goes on with the end of an ingestion until it is decided or time is up. */
  void finish(BooleanSupplier timeIsUp) {
    if (!(core.phase() instanceof Phase.Closing(OpenIngestion open, IngestEnd end, long rows))) {
      return;
    }
    OpenWork current = work.of(open);
    try {
      boolean done;
      do {
        done = current.finish(SCAN_STEPS);
      } while (!done && !timeIsUp.getAsBoolean());
      OpenIngestion kept = current.keep(open);
      core.become(core.state().withViews(current.views(core.state())));
      core.become(new Phase.Closing(kept, end, rows));
      if (!done) {
        return;
      }
      requireRoom(end);
      boolean scans = open.begin().merge() instanceof MergeStrategy.Snapshot;
      if (scans && open.begin().schema() != null && current.scanned() != rows) {
        replaceDamagedState(kept, current, rows);
      } else {
        decide(kept, end, current);
      }
    } catch (IngestException e) {
      rollbacks.refuse(current.keep(open), e.failure());
    } catch (OutOfMemoryException e) {
      rollbacks.refuse(current.keep(open), noMemory());
    }
  }

  private static Failure noMemory() {
    return new Failure(
        FailureKind.LimitExceeded,
        "merge-service has no room for the rows of another batch (heddle.merge.row-memory)");
  }

  /** Every source leaves its last state in the summary of the chain, which is kept as one entry. */
  private void requireRoom(IngestEnd end) {
    int bytes =
        StateCodec.size(Objects.requireNonNull(core.state().chain()))
            + StateCodec.size(end.newState())
            + IngestPlan.MAX_SCHEMA_BYTES;
    if (bytes > StepStore.MAX_ENTRY_BYTES) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "what the dataset's sources leave as their states takes %d bytes with this one; it may take %d"
              .formatted(bytes, StepStore.MAX_ENTRY_BYTES));
    }
  }

  /** A scan that meets another number of rows than there should be shows that some were lost. */
  private void replaceDamagedState(OpenIngestion open, OpenWork current, long rows) {
    log.atError()
        .addKeyValue("dataset", core.dataset())
        .addKeyValue("rows", rows)
        .addKeyValue("found", current.scanned())
        .log("The row state is damaged, reading the chain again");
    current.abort("the row state is damaged");
    core.reply(
        new Reply.RolledBack(
            core.dataset(), open.requestId(), "the row state has to be read again"));
    work.end(open);
    core.restore(open.begun());
    core.newGeneration();
    core.catchUpFromStart(null);
  }

  private void decide(OpenIngestion open, IngestEnd end, OpenWork current) {
    IngestSummary summary = current.summary();
    Optional<Decided> decided = current.decide(end.newState());
    if (decided.isPresent()) {
      core.become(
          new Phase.Awaiting(
              open.requestId(),
              open.requestId(),
              core.now(),
              open,
              summary,
              Boolean.TRUE.equals(end.hasMore()),
              decided.get(),
              null));
      work.isDone();
    } else {
      core.reply(new Reply.NothingToCommit(core.dataset(), open.requestId(), summary));
      work.end(open);
      core.restore(open.begun());
      core.become(new Phase.Idle());
    }
  }

  /**
   * Takes an ingestion back whose sender gives it up. A decision that is with commit-service may
   * still be committed; the chain is read in any case.
   */
  void abort(IngestAbort abort) {
    OpenIngestion open = core.phase().openIngestion();
    if (open == null || !open.requestId().equals(abort.requestId())) {
      return;
    }
    String why = "given up by its sender: " + abort.reason();
    switch (core.phase()) {
      case Phase.Ingesting ignored -> rollbacks.rollBack(open, false, why);
      case Phase.Closing ignored -> rollbacks.rollBack(open, false, why);
      case Phase.Awaiting ignored -> rollbacks.rollBack(open, true, why);
      default -> {}
    }
  }

  /**
   * A message of a proposal was lost: a gap, if it belongs to the open ingestion.
   *
   * @return whether it did
   */
  boolean missed(String requestId, String reason) {
    OpenIngestion open = core.phase().openIngestion();
    if (open == null || !open.requestId().equals(requestId)) {
      return false;
    }
    if (core.phase() instanceof Phase.Ingesting) {
      rollbacks.rollBack(open, false, "a message of it is unreadable: " + reason);
    }
    return true;
  }

  /**
   * Ends an ingestion that nothing is heard of any more.
   *
   * @param streamTime the greatest time stamp of the partition; null when nothing came yet
   * @param untouchedSince since when, by the wall clock, there was nothing to do with it; null
   *     while the partition is busy
   */
  void endSilence(
      OpenIngestion open, @Nullable Instant streamTime, @Nullable Instant untouchedSince) {
    Instant limit = open.lastHeard().plus(core.settings().silence());
    boolean silent =
        streamTime != null && streamTime.isAfter(limit)
            || untouchedSince != null
                && core.now().isAfter(untouchedSince.plus(core.settings().silence()));
    if (silent) {
      rollbacks.rollBack(open, false, "nothing was heard of it for " + core.settings().silence());
    }
  }

  /**
   * Takes the word of commit-service about an ingestion that is still coming: it can reject a
   * decision at any of its messages, and says so once.
   *
   * @return whether it was the open one
   */
  boolean rejectedEarly(CommitResult.Rejected rejected) {
    OpenIngestion open = core.phase().openIngestion();
    boolean coming =
        core.phase() instanceof Phase.Ingesting || core.phase() instanceof Phase.Closing;
    if (!coming || open == null || !open.requestId().equals(rejected.decisionId())) {
      return false;
    }
    rollbacks.takeBack(open, new Phase.GivenUp(rejected.reason(), rejected.obstacle()));
    return true;
  }
}
