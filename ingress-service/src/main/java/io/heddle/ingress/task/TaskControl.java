package io.heddle.ingress.task;

import io.heddle.message.TaskEvent.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What may end a task before its work does: it is cancelled, runs out of time, or is left to
 * another process. Its thread is interrupted then. While a decision of it is being committed it is
 * let finish, since the first commit wins; and what it has committed stays its outcome. Safe for
 * any thread.
 */
final class TaskControl {
  private @Nullable Thread worker;
  private @Nullable Outcome ending;
  private @Nullable Outcome soFar;
  private boolean committing;
  private boolean left;

  /** The work of a task. */
  @FunctionalInterface
  interface Work {
    Optional<Outcome> run() throws InterruptedException;
  }

  /** Ends the task with this outcome, as soon as it can be; the first one counts. */
  synchronized void end(Outcome outcome) {
    if (ending == null) {
      ending = outcome;
      if (!committing) {
        interrupt();
      }
    }
  }

  /** Stops the work at once, without an outcome: it is another process's now. */
  synchronized void leave() {
    left = true;
    interrupt();
  }

  /** Whether a decision of the task is with commit-service. To be called by its worker. */
  synchronized void committing(boolean now) {
    committing = now;
    if (!now && ending != null) {
      interrupt();
    }
  }

  /** What the task has committed, which stands even if it is ended before it is through. */
  synchronized void committed(Outcome outcome) {
    soFar = outcome;
  }

  private void interrupt() {
    if (worker != null) {
      worker.interrupt();
    }
  }

  /**
   * Runs the task on this thread.
   *
   * @return its outcome, or the one it was ended with, unless it had committed by then
   * @throws InterruptedException when it was left, or the process stops
   */
  Optional<Outcome> run(Work work) throws InterruptedException {
    Optional<Outcome> before = begin();
    if (before.isPresent()) {
      return before;
    }
    try {
      Optional<Outcome> outcome = work.run();
      Outcome instead = end();
      boolean failed = outcome.isPresent() && outcome.get() instanceof Outcome.Failed;
      return instead != null && failed ? Optional.of(instead) : outcome;
    } catch (InterruptedException e) {
      Outcome instead = end();
      if (instead == null) {
        throw e;
      }
      return Optional.of(instead);
    } finally {
      end();
    }
  }

  private synchronized Optional<Outcome> begin() throws InterruptedException {
    if (left) {
      throw new InterruptedException("left to another process");
    }
    if (ending == null) {
      worker = Thread.currentThread();
    }
    return Optional.ofNullable(ending);
  }

  /** From here on nobody interrupts the thread for this task. */
  private synchronized @Nullable Outcome end() {
    if (worker != null && (ending != null || left)) {
      // It may have come too late to be noticed; it is not meant for what follows.
      Thread.interrupted();
    }
    worker = null;
    if (left || ending == null) {
      return null;
    }
    return soFar == null ? ending : soFar;
  }
}
