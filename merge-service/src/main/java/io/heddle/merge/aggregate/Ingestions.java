package io.heddle.merge.aggregate;

import io.heddle.merge.ingest.Decided;
import io.heddle.merge.ingest.IngestPlan;
import io.heddle.merge.state.Journal;
import io.heddle.merge.state.UndoLog;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal.IngestAbort;
import io.heddle.message.Proposal.IngestBatch;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.message.Proposal.IngestEnd;
import io.heddle.message.Reply;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DamagedDataException;
import io.heddle.source.MergeStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The part of an aggregate that opens, merges, ends and takes back ingestions. */
final class Ingestions {
  private static final Logger log = LoggerFactory.getLogger(Ingestions.class);
  private static final int SCAN_STEPS = 2_000;

  private final AggregateCore core;

  /** The heap side of the open ingestion, made when it is first needed. */
  private @Nullable OpenWork work;

  private boolean metUnknownState;

  Ingestions(AggregateCore core) {
    this.core = core;
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
        rollBack(open, false, "a newer attempt has begun");
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
      rollBack(open, false, "batch %d is missing".formatted(open.nextBatch()));
      return;
    }
    if (open.begin().schema() == null) {
      refuse(open, new Failure(FailureKind.Internal, "rows came for an ingestion without a table"));
      return;
    }
    try {
      OpenWork current = work(open);
      current.take(batch.arrow());
      core.become(new Phase.Ingesting(current.keep(open.heardAt(time)).withBatchTaken()));
      core.become(core.state().withViews(current.views(core.state())));
      core.reply(new Reply.Taken(core.dataset(), batch.requestId(), batch.batchNumber()));
    } catch (IngestException e) {
      refuse(open, e.failure());
    } catch (OutOfMemoryException e) {
      refuse(open, noMemory());
    } catch (DamagedDataException e) {
      core.surroundings().outbox().deadLetter("the batch is no Arrow stream: " + e.getMessage());
      rollBack(open, false, "batch %d is unreadable".formatted(batch.batchNumber()));
    }
  }

  private OpenWork work(OpenIngestion open) {
    if (work == null) {
      work = new OpenWork(core.state(), open, core.stores(), core.surroundings());
    }
    return work;
  }

  void end(IngestEnd end, Instant time) {
    if (!(core.phase() instanceof Phase.Ingesting(OpenIngestion open))
        || !open.requestId().equals(end.requestId())) {
      return;
    }
    OpenWork current = work(open);
    if (end.batches() != open.nextBatch() || end.rows() != current.rowsRead()) {
      rollBack(
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
    OpenWork current = work(open);
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
      refuse(current.keep(open), e.failure());
    } catch (OutOfMemoryException e) {
      refuse(current.keep(open), noMemory());
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
    endWork(open);
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
      work = null;
    } else {
      core.reply(new Reply.NothingToCommit(core.dataset(), open.requestId(), summary));
      endWork(open);
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
      case Phase.Ingesting ignored -> rollBack(open, false, why);
      case Phase.Closing ignored -> rollBack(open, false, why);
      case Phase.Awaiting ignored -> rollBack(open, true, why);
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
      rollBack(open, false, "a message of it is unreadable: " + reason);
    }
    return true;
  }

  /** Lets go of an ingestion whose rows are of no use any more, since all are read again. */
  void drop(OpenIngestion open, String why) {
    core.reply(new Reply.RolledBack(core.dataset(), open.requestId(), why));
    abortDecision(open, why);
    endWork(open);
    core.restore(open.begun());
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
      rollBack(open, false, "nothing was heard of it for " + core.settings().silence());
    }
  }

  /** The ingestion itself is at fault. */
  private void refuse(OpenIngestion open, Failure failure) {
    refuse(open, false, failure);
  }

  private void refuse(OpenIngestion open, boolean thenCatchUp, Failure failure) {
    core.reply(new Reply.Refused(core.dataset(), open.requestId(), failure));
    takeBack(open, thenCatchUp, failure.message());
  }

  /** What was decided, or is about to be, is not committed. */
  void takeBack(OpenIngestion open, Phase.GivenUp why) {
    if (why.obstacle() == null) {
      rollBack(open, true, why.reason());
    } else {
      refuse(open, true, new Failure(why.obstacle(), why.reason()));
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
    takeBack(open, new Phase.GivenUp(rejected.reason(), rejected.obstacle()));
    return true;
  }

  /** The ingestion is not at fault, and may be offered again. */
  void rollBack(OpenIngestion open, boolean thenCatchUp, String reason) {
    core.reply(new Reply.RolledBack(core.dataset(), open.requestId(), reason));
    takeBack(open, thenCatchUp, reason);
  }

  private void takeBack(OpenIngestion open, boolean thenCatchUp, String reason) {
    log.atInfo()
        .addKeyValue("dataset", core.dataset())
        .addKeyValue("request", open.requestId())
        .addKeyValue("reason", reason)
        .log("Ingestion is taken back");
    abortDecision(open, reason);
    core.become(new Phase.RollingBack(open, thenCatchUp));
    playBack(core.surroundings().stepEnd());
  }

  /** What commit-service has of a decision that was not ended is of no use any more. */
  private void abortDecision(OpenIngestion open, String reason) {
    if (work != null) {
      work.abort(reason);
      work = null;
    } else if (!(core.phase() instanceof Phase.Awaiting) && open.nextBatch() > 0) {
      core.surroundings()
          .outbox()
          .request(new CommitRequest.SliceAbort(core.dataset(), open.requestId(), reason));
    }
  }

  /** Goes on with undoing until the state is where the ingestion began, or time is up. */
  void playBack(BooleanSupplier timeIsUp) {
    if (!(core.phase() instanceof Phase.RollingBack(OpenIngestion open, boolean thenCatchUp))) {
      return;
    }
    if (!open.undoable()) {
      boolean catchUp = thenCatchUp || core.state().hasRows();
      core.restore(open.begun());
      core.newGeneration();
      endWork(open);
      if (catchUp) {
        core.catchUpFromStart(null);
      } else {
        core.become(new Phase.Idle());
      }
      return;
    }
    UndoLog undo =
        new UndoLog(
            core.stores().journal(core.state(), Journal.Kind.UNDO),
            open.undoParts(),
            open.undoBytes());
    while (undo.parts() > 0) {
      if (timeIsUp.getAsBoolean()) {
        core.become(new Phase.RollingBack(open.withUndoParts(undo.parts()), thenCatchUp));
        return;
      }
      undo.playBackLast(core.stores().rows());
    }
    core.restore(open.begun());
    endWork(open.withUndoParts(0));
    if (thenCatchUp) {
      core.catchUpFromHead();
    } else {
      core.become(new Phase.Idle());
    }
  }

  /** Lets go of an ingestion that is over. */
  void endWork(OpenIngestion open) {
    work = null;
    OpenWork.dropRecords(core.state(), open, core.stores());
  }
}
