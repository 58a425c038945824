package io.heddle.commit.decision;

import io.heddle.chain.ChainException;
import io.heddle.commit.CommitOutcome;
import io.heddle.commit.Committer;
import io.heddle.commit.PlannedCommit;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestSummary;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.problem.IngestException;
import io.heddle.schema.DamagedDataException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits one complete decision, however long that takes: while the store is away it waits. Runs on
 * a thread of its own, so that no other dataset waits with it.
 */
final class CommitJob {
  private static final Logger log = LoggerFactory.getLogger(CommitJob.class);

  private final Request request;
  private final Committer committer;
  private final CommitEvents events;

  /** What a decision is, apart from how its blocks come about. */
  record Request(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable BlockPointer base,
      @Nullable IngestSummary summary,
      long rows,
      Plan plan) {
    @Nullable Multihash baseHash() {
      return base == null ? null : base.hash();
    }
  }

  /** Gives the blocks and files of a decision; may wait for them. */
  interface Plan {
    PlannedCommit get() throws BrokenDecisionException;
  }

  CommitJob(Request request, Committer committer, CommitEvents events) {
    this.request = request;
    this.committer = committer;
    this.events = events;
  }

  /**
   * @throws InterruptedException when the decision is no longer ours
   */
  CommitResult run() throws InterruptedException {
    long start = System.nanoTime();
    CommitOutcome outcome = outcome();
    return switch (outcome) {
      case CommitOutcome.Committed(var blocks, boolean repeated) -> {
        CommitResult.Committed result =
            new CommitResult.Committed(
                request.dataset(),
                request.decisionId(),
                request.requestId(),
                request.baseHash(),
                blocks,
                request.summary());
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        events.committed(result, request.rows(), repeated, took);
        yield result;
      }
      case CommitOutcome.Rejected(var headFound, String reason) -> {
        CommitResult.Rejected result =
            new CommitResult.Rejected(
                request.dataset(), request.decisionId(), request.requestId(), headFound, reason);
        events.rejected(result);
        yield result;
      }
    };
  }

  private CommitOutcome outcome() throws InterruptedException {
    try {
      return commitUntilDone(request.plan().get());
    } catch (BrokenDecisionException e) {
      return rejected(String.valueOf(e.getMessage()));
    } catch (CompletionException e) {
      return rejected(reason(e.getCause() == null ? e : e.getCause()));
    } catch (RuntimeException e) {
      return rejected(reason(e));
    }
  }

  private CommitOutcome commitUntilDone(PlannedCommit plan) throws InterruptedException {
    Backoff backoff = new Backoff();
    while (true) {
      try {
        return committer.commit(plan);
      } catch (ObjectStoreException e) {
        if (Thread.currentThread().isInterrupted() || !backoff.pause()) {
          throw new InterruptedException("the decision is no longer ours");
        }
        events.waiting(request.dataset(), request.decisionId(), e);
      }
    }
  }

  /**
   * A rejection is safe whatever happened: the aggregate reads the chain before it decides anew.
   */
  private CommitOutcome rejected(String reason) {
    return new CommitOutcome.Rejected(request.baseHash(), reason);
  }

  private String reason(Throwable failure) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedException("the decision is no longer ours");
    }
    return switch (failure) {
      case IngestException e -> String.valueOf(e.getMessage());
      case DamagedDataException e -> "the rows cannot be read: " + e.getMessage();
      case ChainException e -> "the chain cannot be read: " + e.getMessage();
      case OutOfMemoryException e -> "the rows need more memory than a slice may take";
      default -> {
        log.atError()
            .addKeyValue("dataset", request.dataset())
            .addKeyValue("decision", request.decisionId())
            .setCause(failure)
            .log("A decision cannot be committed");
        yield "internal error: " + failure;
      }
    };
  }
}
