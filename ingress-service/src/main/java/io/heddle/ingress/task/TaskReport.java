package io.heddle.ingress.task;

import io.heddle.message.TaskEvent;
import io.heddle.message.TaskEvent.Outcome;
import io.heddle.message.TaskEvent.Phase;
import io.heddle.message.TaskEvent.PhaseProgress;
import io.heddle.message.TaskEvent.PhaseState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells the life of one task: each change of a phase at once, counters now and then. Safe for use
 * by several threads.
 */
final class TaskReport {
  private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(1);

  /** Told what the task is about to do, by its worker. */
  interface Stages {
    Stages NONE =
        new Stages() {
          @Override
          public void reading() {}

          @Override
          public void offering() {}

          @Override
          public void committing(boolean now) {}

          @Override
          public void committed(Outcome soFar) {}
        };

    /** The source is being looked at and read: what is in it may bring the process down. */
    void reading();

    /** Everything was read; it is being offered to the dataset. */
    void offering();

    /** Whether a decision of it may be with commit-service. */
    void committing(boolean now);

    /** What the task has committed up to now, whatever becomes of the rest. */
    void committed(Outcome soFar);
  }

  private final String taskId;
  private final TaskEvents events;
  private final InstantSource clock;
  private final Map<Phase, PhaseProgress> phases = new EnumMap<>(Phase.class);
  private final Stages stages;
  private Instant lastTold = Instant.MIN;

  TaskReport(String taskId, TaskEvents events, InstantSource clock, Stages stages) {
    this.taskId = taskId;
    this.stages = stages;
    this.events = events;
    this.clock = clock;
    for (Phase phase : Phase.values()) {
      phases.put(phase, new PhaseProgress(phase, PhaseState.Pending, null, null, null, null));
    }
  }

  synchronized void started(String worker) {
    events.publish(new TaskEvent.Started(taskId, clock.instant(), worker));
  }

  Stages stages() {
    return stages;
  }

  /** A phase that begins, maybe once more: its counters start from nothing. */
  void running(Phase phase) {
    change(new PhaseProgress(phase, PhaseState.Running, null, null, null, null), true);
  }

  void note(Phase phase, String note) {
    PhaseProgress now = current(phase);
    change(
        new PhaseProgress(phase, now.state(), now.bytes(), now.recordsIn(), now.recordsOut(), note),
        true);
  }

  /** Counters of a phase that runs; null where they mean nothing. */
  void counts(
      Phase phase, @Nullable Long bytes, @Nullable Long recordsIn, @Nullable Long recordsOut) {
    change(
        new PhaseProgress(
            phase, PhaseState.Running, bytes, recordsIn, recordsOut, current(phase).note()),
        false);
  }

  void done(
      Phase phase, @Nullable Long bytes, @Nullable Long recordsIn, @Nullable Long recordsOut) {
    change(
        new PhaseProgress(
            phase, PhaseState.Done, bytes, recordsIn, recordsOut, current(phase).note()),
        true);
  }

  void skipped(Phase phase, String why) {
    change(new PhaseProgress(phase, PhaseState.Skipped, null, null, null, why), true);
  }

  /** Ends the task; phases that still ran failed with it, or were done, and the rest is skipped. */
  synchronized CompletableFuture<Void> finished(Outcome outcome) {
    boolean failed = outcome instanceof Outcome.Failed || outcome instanceof Outcome.Cancelled;
    List<PhaseProgress> last = new ArrayList<>();
    for (PhaseProgress phase : phases.values()) {
      PhaseState state =
          switch (phase.state()) {
            case Running -> failed ? PhaseState.Failed : PhaseState.Done;
            case Pending -> PhaseState.Skipped;
            case Done, Skipped, Failed -> phase.state();
          };
      last.add(
          new PhaseProgress(
              phase.phase(),
              state,
              phase.bytes(),
              phase.recordsIn(),
              phase.recordsOut(),
              phase.note()));
    }
    return events.publish(new TaskEvent.Finished(taskId, clock.instant(), outcome, last));
  }

  private synchronized PhaseProgress current(Phase phase) {
    return phases.getOrDefault(
        phase, new PhaseProgress(phase, PhaseState.Pending, null, null, null, null));
  }

  private synchronized void change(PhaseProgress progress, boolean tellNow) {
    phases.put(progress.phase(), progress);
    Instant now = clock.instant();
    if (tellNow || now.isAfter(lastTold.plus(BETWEEN_COUNTS))) {
      lastTold = now;
      events.publish(new TaskEvent.Progress(taskId, now, List.copyOf(phases.values())));
    }
  }
}
