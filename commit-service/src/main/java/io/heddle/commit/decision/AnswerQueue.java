package io.heddle.commit.decision;

import io.heddle.message.CommitResult;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.CauseText;
import io.heddle.problem.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works decisions off and announces their outcomes, each on a thread of its own beside the records;
 * those of one dataset one after another. Whatever goes wrong in the work is an outcome, too.
 */
final class AnswerQueue {
  private static final Logger log = LoggerFactory.getLogger(AnswerQueue.class);

  private final int partition;
  private final Answers answers;
  private final CommitEvents events;
  private final InstantSource clock;
  private final Map<DatasetId, CompletableFuture<Void>> lastAnswer = new HashMap<>();
  private final Set<Answering> underWay = ConcurrentHashMap.newKeySet();

  /** Finds the outcome of a decision. */
  interface Work {
    /**
     * @param signOfLife to be run now and then while it takes long
     * @throws InterruptedException when the decision is no longer ours
     */
    CommitResult get(Runnable signOfLife) throws InterruptedException;
  }

  /**
   * One decision that is to be answered.
   *
   * @param base the block it builds on, if that is known
   * @param answered what to do when the outcome is durable
   * @param cleanUp what to do in the end in any case
   */
  record Task(
      DatasetId dataset,
      String decisionId,
      String requestId,
      @Nullable Multihash base,
      Work work,
      Runnable answered,
      Runnable cleanUp) {}

  /** A task and how it goes. */
  private static final class Answering {
    private final Task task;
    private @Nullable Thread thread;

    /** Null while it waits for its turn or for the broker. */
    private volatile @Nullable Instant lastSign;

    Answering(Task task) {
      this.task = task;
    }
  }

  AnswerQueue(int partition, Answers answers, CommitEvents events, InstantSource clock) {
    this.partition = partition;
    this.answers = answers;
    this.events = events;
    this.clock = clock;
  }

  /** How many decisions are being worked off and answered. */
  int size() {
    return underWay.size();
  }

  /** Whether a decision is being worked off and answered. */
  boolean holds(DatasetId dataset, String decisionId) {
    return underWay.stream()
        .anyMatch(
            answering ->
                answering.task.dataset().equals(dataset)
                    && answering.task.decisionId().equals(decisionId));
  }

  /** How long the work that stands still longest has given no sign of life. */
  Duration standsStillFor() {
    Instant now = clock.instant();
    return underWay.stream()
        .map(answering -> answering.lastSign)
        .filter(Objects::nonNull)
        .map(sign -> Duration.between(sign, now))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  synchronized void add(Task task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    CompletableFuture<Void> before = lastAnswer.put(task.dataset(), done);
    Answering answering = new Answering(task);
    answering.thread =
        Thread.ofVirtual()
            .name("commit-" + partition)
            .unstarted(() -> run(answering, before, done));
    underWay.add(answering);
    answering.thread.start();
  }

  /** Ends all work: the decisions are no longer ours. */
  void stop() {
    for (Answering answering : underWay) {
      Objects.requireNonNull(answering.thread).interrupt();
    }
  }

  private void run(
      Answering answering, @Nullable CompletableFuture<Void> before, CompletableFuture<Void> done) {
    Task task = answering.task;
    try {
      if (before != null) {
        before.get();
      }
      answer(answering);
      underWay.remove(answering);
      task.answered().run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      underWay.remove(answering);
      events.givenUp(task.decisionId());
    } catch (ExecutionException | RuntimeException | Error e) {
      // It stays under way without a sign of life, which turns the liveness red: after a restart
      // the decision is read again.
      answering.lastSign = clock.instant();
      log.atError()
          .addKeyValue("dataset", task.dataset())
          .addKeyValue("decision", task.decisionId())
          .setCause(e)
          .log("A decision stays unanswered until the partition is read again");
    } finally {
      try {
        task.cleanUp().run();
      } finally {
        finished(task.dataset(), done);
      }
    }
  }

  private synchronized void finished(DatasetId dataset, CompletableFuture<Void> done) {
    lastAnswer.remove(dataset, done);
    done.complete(null);
  }

  private void answer(Answering answering) throws InterruptedException {
    Task task = answering.task;
    answering.lastSign = clock.instant();
    CommitResult result;
    try {
      result = task.work().get(() -> answering.lastSign = clock.instant());
    } catch (RuntimeException | Error e) {
      result = rejected(task, "a decision cannot be committed", e);
    }
    answering.lastSign = null;
    try {
      answers.announce(result);
    } catch (RuntimeException e) {
      answers.announce(rejected(task, "an outcome cannot be announced", e));
    }
  }

  /**
   * A rejection is safe whatever happened: the aggregate reads the chain before it decides anew.
   */
  private CommitResult rejected(Task task, String what, Throwable failure) {
    log.atError()
        .addKeyValue("dataset", task.dataset())
        .addKeyValue("decision", task.decisionId())
        .addKeyValue("error", what)
        .setCause(failure)
        .log("Internal error");
    CommitResult.Rejected rejected =
        new CommitResult.Rejected(
            task.dataset(),
            task.decisionId(),
            task.requestId(),
            task.base(),
            "internal error: %s: %s".formatted(what, CauseText.of(failure)),
            FailureKind.Internal);
    events.rejected(rejected);
    return rejected;
  }
}
