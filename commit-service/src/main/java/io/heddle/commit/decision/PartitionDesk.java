package io.heddle.commit.decision;

import io.heddle.chain.DatasetStorage;
import io.heddle.commit.Committer;
import io.heddle.commit.PlannedCommit;
import io.heddle.commit.staging.StagingFolder;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of one partition that is ours. Records come from one thread, in order; complete
 * decisions are committed beside it, one after another for each dataset.
 */
final class PartitionDesk {
  private static final Logger log = LoggerFactory.getLogger(PartitionDesk.class);

  /** What all partitions share. */
  record Tools(
      StagingFolder folder,
      SliceWorkers workers,
      Function<DatasetId, DatasetStorage> storages,
      Answers answers,
      Positions positions,
      CommitEvents events) {}

  private final int partition;
  private final Tools tools;
  private final PartitionProgress progress;
  private final Map<DatasetId, OpenDecision> open = new HashMap<>();
  private final Map<DatasetId, CompletableFuture<Void>> lastAnswer = new HashMap<>();
  private final Set<Thread> answering = ConcurrentHashMap.newKeySet();
  private boolean revoked;

  PartitionDesk(int partition, Position start, Tools tools) {
    this.partition = partition;
    this.tools = tools;
    this.progress = new PartitionProgress(start);
  }

  /** How many decisions are being committed and answered. */
  int answering() {
    return answering.size();
  }

  synchronized void accept(long offset, CommitRequest request) {
    if (revoked) {
      return;
    }
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
      // What is at hand is gone on with.
      case DecisionInquiry ignored -> {}
    }
    handled(offset);
  }

  /** A record that could not be read, and lies in the dead letters now. */
  synchronized void skip(long offset, @Nullable DatasetId dataset) {
    OpenDecision decision = dataset == null ? null : open.get(dataset);
    if (decision != null) {
      fail(decision, "a record of the decision could not be read", false);
    }
    handled(offset);
  }

  /** Gives up a decision for want of room. */
  synchronized void refuse(DatasetId dataset, String reason) {
    OpenDecision decision = open.get(dataset);
    if (decision != null) {
      fail(decision, reason, false);
    }
  }

  /** Drops everything: the partition has a new owner, who reads it again. */
  synchronized void revoke() {
    revoked = true;
    open.values().forEach(OpenDecision::discard);
    open.clear();
    answering.forEach(Thread::interrupt);
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
      decision.accept(begin).ifPresent(reason -> fail(decision, reason, false));
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
      Function<OpenDecision, Optional<String>> step) {
    OpenDecision decision = open.get(message.dataset());
    if (decision == null || !decision.decisionId().equals(message.decisionId())) {
      unknown(offset, message, last);
      return null;
    }
    decision.span().extendTo(offset);
    Optional<String> problem = step.apply(decision);
    if (problem.isPresent()) {
      fail(decision, problem.get(), last);
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
      // The id of the request stood in the begin; so far both are the same.
      reject(
          message.dataset(),
          decisionId,
          decisionId,
          null,
          "the begin of the decision is missing",
          progress.open(decisionId, offset));
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
    answer(decision.dataset(), decision.span(), job(request)::run, decision::discard);
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
    answer(
        append.dataset(), progress.open(append.decisionId(), offset), job(request)::run, () -> {});
  }

  private static PlannedCommit plan(AppendEvents append) throws BrokenDecisionException {
    if (append.events().isEmpty()) {
      throw new BrokenDecisionException("a decision without events");
    }
    return PlannedCommit.of(append.base(), append.systemTime(), append.events(), List.of());
  }

  private CommitJob job(CommitJob.Request request) {
    DatasetStorage storage = tools.storages().apply(request.dataset());
    return new CommitJob(request, new Committer(storage), tools.events());
  }

  private void fail(OpenDecision decision, String reason, boolean last) {
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
        reason,
        decision.span());
  }

  private void reject(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable BlockPointer base,
      String reason,
      PartitionProgress.Span span) {
    CommitResult.Rejected result =
        new CommitResult.Rejected(
            dataset, decisionId, requestId, base == null ? null : base.hash(), reason);
    answer(
        dataset,
        span,
        () -> {
          tools.events().rejected(result);
          return result;
        },
        () -> {});
  }

  /** Answers a decision beside the records, after what was answered before for its dataset. */
  private void answer(
      DatasetId dataset,
      PartitionProgress.Span span,
      Callable<CommitResult> work,
      Runnable cleanUp) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    CompletableFuture<Void> before = lastAnswer.put(dataset, done);
    Thread thread =
        Thread.ofVirtual()
            .name("commit-" + partition)
            .unstarted(
                () -> {
                  try {
                    if (before != null) {
                      before.join();
                    }
                    tools.answers().announce(work.call());
                    answered(span);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  } catch (Exception e) {
                    log.atError()
                        .addKeyValue("dataset", dataset)
                        .setCause(e)
                        .log("A decision stays unanswered until the partition is read again");
                  } finally {
                    cleanUp.run();
                    finished(dataset, done);
                  }
                });
    answering.add(thread);
    thread.start();
  }

  private synchronized void finished(DatasetId dataset, CompletableFuture<Void> done) {
    answering.remove(Thread.currentThread());
    lastAnswer.remove(dataset, done);
    done.complete(null);
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
