package io.heddle.commit.decision;

import io.heddle.commit.PlannedCommit;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitRequest.AppendEvents;
import io.heddle.message.CommitRequest.DecisionInquiry;
import io.heddle.message.CommitRequest.SliceAbort;
import io.heddle.message.CommitRequest.SliceBatch;
import io.heddle.message.CommitRequest.SliceBegin;
import io.heddle.message.CommitRequest.SliceEnd;
import io.heddle.message.CommitResult;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.CauseText;
import io.heddle.problem.FailureKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of one partition that is ours. Records come from one thread, in order; complete
 * decisions are committed beside it, one after another for each dataset. A record that makes
 * trouble costs its own decision at most.
 */
final class PartitionDesk {
  private static final Logger log = LoggerFactory.getLogger(PartitionDesk.class);

  private final int partition;
  private final DeskTools tools;
  private final PartitionProgress progress;
  private final Map<DatasetId, OpenDecision> open = new HashMap<>();
  private final AnswerQueue answers;
  private boolean revoked;

  PartitionDesk(int partition, Position start, DeskTools tools) {
    this.partition = partition;
    this.tools = tools;
    this.progress = new PartitionProgress(start);
    this.answers = new AnswerQueue(partition, tools.answers(), tools.events(), tools.clock());
  }

  /** How many decisions are being committed and answered. */
  int answering() {
    return answers.size();
  }

  /** How long work on a decision has given no sign of life, at the worst. */
  Duration standsStillFor() {
    return answers.standsStillFor();
  }

  synchronized void accept(long offset, CommitRequest request) {
    if (revoked) {
      return;
    }
    try {
      handle(offset, request);
    } catch (RuntimeException e) {
      log.atError()
          .addKeyValue("dataset", request.dataset())
          .addKeyValue("decision", request.decisionId())
          .addKeyValue("partition", partition)
          .addKeyValue("offset", offset)
          .setCause(e)
          .log("A record cannot be handled");
      giveUp(offset, request.dataset(), request.decisionId(), "internal error: " + CauseText.of(e));
    }
    handled(offset);
  }

  private void handle(long offset, CommitRequest request) {
    switch (request) {
      case SliceBegin begin -> begin(offset, begin);
      case SliceBatch batch -> next(offset, batch, false, decision -> decision.accept(batch));
      case SliceEnd end -> {
        OpenDecision decision = next(offset, end, end.last(), candidate -> candidate.accept(end));
        if (decision != null && end.last()) {
          commit(decision);
        }
      }
      case SliceAbort abort -> abort(abort);
      case AppendEvents append -> append(offset, append);
      case DecisionInquiry inquiry -> inquire(offset, inquiry);
    }
  }

  /**
   * A record that could not be read, and lies in the dead letters now: whatever it belongs to
   * cannot be committed as it came.
   *
   * @param decisionId as its headers say; null when they do not
   */
  synchronized void skip(long offset, @Nullable DatasetId dataset, @Nullable String decisionId) {
    if (revoked) {
      return;
    }
    if (dataset != null) {
      giveUp(offset, dataset, decisionId, "a record of the decision could not be read");
    }
    handled(offset);
  }

  /** Gives up a decision for want of room for its next batch. */
  synchronized void refuse(SliceBatch batch) {
    OpenDecision decision = open.get(batch.dataset());
    if (decision != null && decision.decisionId().equals(batch.decisionId())) {
      boolean neverFits = decision.stagedBytes() + batch.arrow().length > tools.stagingLimit();
      fail(decision, neverFits ? tooLarge() : new Flaw("the disk for open slices is full"), false);
    }
  }

  private Flaw tooLarge() {
    return new Flaw(
        "the ingestion needs more disk than the %d bytes of heddle.commit.staging-limit"
            .formatted(tools.stagingLimit()),
        FailureKind.LimitExceeded);
  }

  /** Drops everything: the partition has a new owner, who reads it again. */
  synchronized void revoke() {
    revoked = true;
    open.values().forEach(OpenDecision::discard);
    open.clear();
    answers.stop();
  }

  private void begin(long offset, SliceBegin begin) {
    if (begin.slice() == 0) {
      supersede(begin.dataset(), begin.decisionId());
      OpenDecision decision =
          new OpenDecision(
              begin,
              progress.open(begin.decisionId(), offset),
              tools.folder(),
              tools.workers()::write);
      open.put(begin.dataset(), decision);
      decision.accept(begin).ifPresent(flaw -> fail(decision, flaw, false));
      return;
    }
    next(offset, begin, false, decision -> decision.accept(begin));
  }

  /** Whatever was open before for the dataset, the aggregate has rolled back. */
  private void supersede(DatasetId dataset, String decisionId) {
    progress.ended(decisionId);
    OpenDecision before = open.remove(dataset);
    if (before != null) {
      log.atInfo()
          .addKeyValue("dataset", dataset)
          .addKeyValue("decision", before.decisionId())
          .log("A decision was begun anew");
      close(before);
    }
  }

  /** Hands a message to its decision; null when that is not there, or broken by it. */
  private @Nullable OpenDecision next(
      long offset,
      CommitRequest message,
      boolean last,
      Function<OpenDecision, Optional<Flaw>> step) {
    OpenDecision decision = open.get(message.dataset());
    if (decision == null || !decision.decisionId().equals(message.decisionId())) {
      unknown(offset, message, last);
      return null;
    }
    decision.span().extendTo(offset);
    Optional<Flaw> flaw = step.apply(decision);
    if (flaw.isPresent()) {
      fail(decision, flaw.get(), last);
      return null;
    }
    return decision;
  }

  /** Either it has been answered already, or its begin was lost. */
  private void unknown(long offset, CommitRequest message, boolean last) {
    String decisionId = message.decisionId();
    boolean answered = progress.lingers(decisionId);
    if (last) {
      progress.ended(decisionId);
    }
    if (!answered) {
      if (!last) {
        progress.linger(decisionId);
      }
      reject(offset, message.dataset(), decisionId, "the begin of the decision is missing");
    }
  }

  /** Rejects what a record belongs to, unless that has been answered. */
  private void giveUp(long offset, DatasetId dataset, @Nullable String decisionId, String reason) {
    OpenDecision decision = open.get(dataset);
    if (decision != null && (decisionId == null || decision.decisionId().equals(decisionId))) {
      fail(decision, new Flaw(reason), false);
    } else if (decisionId != null && !progress.lingers(decisionId)) {
      progress.linger(decisionId);
      reject(offset, dataset, decisionId, reason);
    }
  }

  private void abort(SliceAbort abort) {
    progress.ended(abort.decisionId());
    OpenDecision decision = open.get(abort.dataset());
    if (decision != null && decision.decisionId().equals(abort.decisionId())) {
      open.remove(abort.dataset());
      close(decision);
    }
  }

  private void close(OpenDecision decision) {
    decision.discard();
    progress.answered(decision.span());
  }

  private void commit(OpenDecision decision) {
    open.remove(decision.dataset());
    CommitJob.Request request =
        new CommitJob.Request(
            decision.dataset(),
            decision.decisionId(),
            decision.begin().requestId(),
            decision.begin().base(),
            decision.summary(),
            decision.rows(),
            decision::plan);
    commit(request, decision.span(), decision::discard);
  }

  private void append(long offset, AppendEvents append) {
    supersede(append.dataset(), append.decisionId());
    CommitJob.Request request =
        new CommitJob.Request(
            append.dataset(),
            append.decisionId(),
            append.requestId(),
            append.base(),
            append.summary(),
            0,
            () -> plan(append));
    commit(request, progress.open(append.decisionId(), offset), () -> {});
  }

  private void commit(CommitJob.Request request, PartitionProgress.Span span, Runnable cleanUp) {
    answers.add(
        new AnswerQueue.Task(
            request.dataset(),
            request.decisionId(),
            request.requestId(),
            request.baseHash(),
            new CommitJob(request, tools),
            () -> answered(span),
            cleanUp));
  }

  private static PlannedCommit plan(AppendEvents append) throws BrokenDecisionException {
    if (append.events().isEmpty()) {
      throw new BrokenDecisionException("a decision without events");
    }
    return PlannedCommit.of(append.base(), append.systemTime(), append.events(), List.of());
  }

  /** What is at hand is gone on with; of anything else nothing will come any more. */
  private void inquire(long offset, DecisionInquiry inquiry) {
    OpenDecision decision = open.get(inquiry.dataset());
    boolean atHand =
        decision != null && decision.decisionId().equals(inquiry.decisionId())
            || answers.holds(inquiry.dataset(), inquiry.decisionId());
    if (!atHand) {
      PartitionProgress.Span span = progress.open(inquiry.decisionId(), offset);
      answers.add(
          new AnswerQueue.Task(
              inquiry.dataset(),
              inquiry.decisionId(),
              inquiry.requestId(),
              null,
              new UnknownDecision(inquiry, tools),
              () -> answered(span),
              () -> {}));
    }
  }

  private void fail(OpenDecision decision, Flaw flaw, boolean last) {
    open.remove(decision.dataset());
    decision.discard();
    if (!last) {
      progress.linger(decision.decisionId());
    }
    SliceBegin begin = decision.begin();
    reject(
        begin.dataset(),
        begin.decisionId(),
        begin.requestId(),
        begin.base(),
        flaw,
        decision.span());
  }

  /** The id of the request stood in what is missing; so far both are the same. */
  private void reject(long offset, DatasetId dataset, String decisionId, String reason) {
    reject(
        dataset, decisionId, decisionId, null, new Flaw(reason), progress.open(decisionId, offset));
  }

  private void reject(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable BlockPointer base,
      Flaw flaw,
      PartitionProgress.Span span) {
    Multihash baseHash = base == null ? null : base.hash();
    CommitResult.Rejected result =
        new CommitResult.Rejected(
            dataset, decisionId, requestId, baseHash, flaw.reason(), flaw.obstacle());
    answers.add(
        new AnswerQueue.Task(
            dataset,
            decisionId,
            requestId,
            baseHash,
            signOfLife -> {
              tools.events().rejected(result);
              return result;
            },
            () -> answered(span),
            () -> {}));
  }

  private synchronized void answered(PartitionProgress.Span span) {
    progress.answered(span);
    moved();
  }

  private void handled(long offset) {
    progress.handled(offset);
    moved();
  }

  private void moved() {
    if (!revoked) {
      tools.positions().moved(partition, progress.position());
    }
  }
}
