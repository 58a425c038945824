package io.heddle.ingress.task;

import io.heddle.message.TaskEvent.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ends tasks on request, by interrupting them. A task that was interrupted for another reason, as
 * the process stops, has no outcome. Safe for any thread.
 */
final class Cancellations {
  private final Map<String, String> reasons = new HashMap<>();
  private final Map<String, Thread> running = new HashMap<>();

  /** The work of a task. */
  @FunctionalInterface
  interface Work {
    Optional<Outcome> run() throws InterruptedException;
  }

  /** Ends the task, now or as soon as it begins. */
  synchronized void cancel(String taskId, String reason) {
    reasons.putIfAbsent(taskId, reason);
    Thread worker = running.get(taskId);
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** The task is over: what was asked of it is of no concern any more. */
  synchronized void forget(String taskId) {
    reasons.remove(taskId);
  }

  /**
   * Runs a task so that it can be cancelled.
   *
   * @return its outcome; {@link Outcome.Cancelled} when it was, unless it had committed by then
   * @throws InterruptedException when it was interrupted, but not cancelled
   */
  Optional<Outcome> run(String taskId, Work work) throws InterruptedException {
    if (!begin(taskId)) {
      return cancelled(taskId);
    }
    Optional<Outcome> outcome;
    try {
      outcome = work.run();
    } catch (InterruptedException e) {
      if (end(taskId) == null) {
        throw e;
      }
      return cancelled(taskId);
    }
    boolean failed = outcome.isPresent() && outcome.get() instanceof Outcome.Failed;
    return end(taskId) != null && failed ? cancelled(taskId) : outcome;
  }

  private synchronized boolean begin(String taskId) {
    if (reasons.containsKey(taskId)) {
      return false;
    }
    running.put(taskId, Thread.currentThread());
    return true;
  }

  /** From here on nobody interrupts the thread for this task. */
  private synchronized @Nullable String end(String taskId) {
    running.remove(taskId);
    String reason = reasons.get(taskId);
    if (reason != null) {
      // It may have come too late to be noticed; it is not meant for what follows.
      Thread.interrupted();
    }
    return reason;
  }

  private synchronized Optional<Outcome> cancelled(String taskId) {
    return Optional.of(new Outcome.Cancelled(String.valueOf(reasons.get(taskId))));
  }
}
