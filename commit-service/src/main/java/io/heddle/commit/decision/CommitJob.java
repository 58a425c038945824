package io.heddle.commit.decision;

import io.heddle.chain.ChainException;
import io.heddle.chain.DatasetStorage;
import io.heddle.commit.CommitOutcome;
import io.heddle.commit.Committer;
import io.heddle.commit.PlannedCommit;
import io.heddle.commit.staging.StagingException;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.message.IngestSummary;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.CauseText;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DamagedDataException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits one complete decision, with the patience of {@link StoreTries}. Runs on a thread of its
 * own, so that no other dataset waits with it.
 */
final class CommitJob implements AnswerQueue.Work {
  private static final Logger log = LoggerFactory.getLogger(CommitJob.class);

  private final Request request;
  private final DeskTools tools;

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
    PlannedCommit get() throws BrokenDecisionException, ExecutionException, InterruptedException;
  }

  CommitJob(Request request, DeskTools tools) {
    this.request = request;
    this.tools = tools;
  }

  @Override
  public CommitResult get(Runnable signOfLife) throws InterruptedException {
    Instant start = tools.clock().instant();
    return switch (outcome(signOfLife)) {
      case CommitOutcome.Committed(var blocks, boolean repeated) -> {
        CommitResult.Committed result = committed(blocks);
        Duration took = Duration.between(start, tools.clock().instant());
        tools.events().committed(result, request.rows(), repeated, took);
        yield result;
      }
      case CommitOutcome.Rejected(var headFound, String reason, var obstacle) -> {
        CommitResult.Rejected result =
            new CommitResult.Rejected(
                request.dataset(),
                request.decisionId(),
                request.requestId(),
                headFound,
                reason,
                obstacle);
        tools.events().rejected(result);
        yield result;
      }
    };
  }

  private CommitResult.Committed committed(List<CommittedBlock> blocks) {
    return new CommitResult.Committed(
        request.dataset(),
        request.decisionId(),
        request.requestId(),
        request.baseHash(),
        blocks,
        request.summary());
  }

  private CommitOutcome outcome(Runnable signOfLife) throws InterruptedException {
    try {
      PlannedCommit plan = request.plan().get();
      signOfLife.run();
      Optional<String> obstacle = tools.answers().obstacleTo(committed(plan.announced()));
      return obstacle.isPresent()
          ? rejected(FailureKind.LimitExceeded, obstacle.get())
          : commitUntilDone(plan, signOfLife);
    } catch (BrokenDecisionException e) {
      return rejected(null, String.valueOf(e.getMessage()));
    } catch (ExecutionException e) {
      return rejected(e.getCause() == null ? e : e.getCause());
    } catch (UncheckedIOException e) {
      // The files of a plan are written; one that is gone is written anew with the next offer.
      if (Thread.currentThread().isInterrupted()) {
        throw StoreTries.noLongerOurs();
      }
      return rejected(null, "the local disk does not give the data file back: " + e.getMessage());
    } catch (RuntimeException e) {
      return rejected(e);
    }
  }

  private CommitOutcome commitUntilDone(PlannedCommit plan, Runnable signOfLife)
      throws InterruptedException {
    DatasetStorage storage = tools.storages().apply(request.dataset());
    Committer committer = new Committer(storage);
    return new StoreTries(request.dataset(), request.decisionId(), tools)
        .get(
            () -> committer.commit(plan),
            signOfLife,
            e ->
                rejected(
                    FailureKind.Internal,
                    "the store answers, but not for this dataset: " + e.getMessage()));
  }

  /**
   * A rejection is safe whatever happened: the aggregate reads the chain before it decides anew.
   */
  private CommitOutcome rejected(@Nullable FailureKind obstacle, String reason) {
    return new CommitOutcome.Rejected(request.baseHash(), reason, obstacle);
  }

  private CommitOutcome rejected(Throwable failure) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      throw StoreTries.noLongerOurs();
    }
    return switch (failure) {
      case IngestException e -> rejected(e.kind(), String.valueOf(e.getMessage()));
      case DamagedDataException e ->
          rejected(FailureKind.Internal, "the rows cannot be read: " + e.getMessage());
      case ChainException e ->
          rejected(FailureKind.Internal, "the chain cannot be read: " + e.getMessage());
      case StagingException e -> rejected(e.obstacle(), String.valueOf(e.getMessage()));
      case UncheckedIOException e ->
          rejected(
              FailureKind.LimitExceeded,
              "the local disk does not take the data file: " + e.getMessage());
      case OutOfMemoryException e ->
          rejected(FailureKind.LimitExceeded, "the rows need more memory than a slice may take");
      default -> {
        log.atError()
            .addKeyValue("dataset", request.dataset())
            .addKeyValue("decision", request.decisionId())
            .setCause(failure)
            .log("A decision cannot be committed");
        yield rejected(FailureKind.Internal, "internal error: " + CauseText.of(failure));
      }
    };
  }
}
