package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.problem.Failure;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The life of a task. On {@link Topics#taskEvents()}, keyed by task id. */
public sealed interface TaskEvent {
  String taskId();

  Instant time();

  /** The same with long texts cut and details left out, for when the whole is too large to send. */
  default TaskEvent shortened() {
    return switch (this) {
      case Started started -> started;
      case Progress(var taskId, var time, var phases) ->
          new Progress(taskId, time, phases.stream().map(PhaseProgress::shortened).toList());
      case Finished(var taskId, var time, var outcome, var phases) ->
          new Finished(
              taskId,
              time,
              outcome.shortened(),
              phases.stream().map(PhaseProgress::shortened).toList());
    };
  }

  record Started(String taskId, Instant time, String worker) implements TaskEvent {
    public Started {
      requireNonNull(taskId, "taskId");
      requireNonNull(time, "time");
      requireNonNull(worker, "worker");
    }
  }

  /** {@code phases} in order, with the counters as they stand; replaces what was said before. */
  record Progress(String taskId, Instant time, List<PhaseProgress> phases) implements TaskEvent {
    public Progress {
      requireNonNull(taskId, "taskId");
      requireNonNull(time, "time");

      phases = List.copyOf(phases);
    }
  }

  record Finished(String taskId, Instant time, Outcome outcome, List<PhaseProgress> phases)
      implements TaskEvent {
    public Finished {
      requireNonNull(taskId, "taskId");
      requireNonNull(time, "time");
      requireNonNull(outcome, "outcome");

      phases = List.copyOf(phases);
    }
  }

  /** The phases of an ingest task, in order. */
  enum Phase {
    Ingress,
    Prepare,
    Read,
    Preprocess,
    Merge,
    Commit
  }

  enum PhaseState {
    Pending,
    Running,
    Done,
    Skipped,
    Failed
  }

  /** Counters are null where they mean nothing or are not known yet. */
  record PhaseProgress(
      Phase phase,
      PhaseState state,
      @Nullable Long bytes,
      @Nullable Long recordsIn,
      @Nullable Long recordsOut,
      @Nullable String note) {
    public PhaseProgress {
      requireNonNull(phase, "phase");
      requireNonNull(state, "state");
    }

    PhaseProgress shortened() {
      return new PhaseProgress(
          phase, state, bytes, recordsIn, recordsOut, note == null ? null : Texts.cut(note));
    }
  }

  /** How a task ended. */
  sealed interface Outcome {
    /** The same with long texts cut and details left out. */
    default Outcome shortened() {
      return switch (this) {
        case Success s ->
            new Success(
                s.dataset(),
                s.oldHead(),
                s.newHead(),
                s.blocks(),
                s.newOffsetInterval(),
                s.summary().shortened(),
                s.newWatermark(),
                s.sourceState(),
                s.hasMore());
        case NoOp(var reason, var summary) ->
            new NoOp(Texts.cut(reason), summary == null ? null : summary.shortened());
        case Failed(var failure) ->
            new Failed(new Failure(failure.kind(), Texts.cut(failure.message())));
        case Cancelled(var reason) -> new Cancelled(Texts.cut(reason));
      };
    }

    /** Something was committed. {@code newOffsetInterval} is null when only the state moved. */
    record Success(
        DatasetId dataset,
        @Nullable Multihash oldHead,
        Multihash newHead,
        int blocks,
        @Nullable OffsetInterval newOffsetInterval,
        IngestSummary summary,
        @Nullable Instant newWatermark,
        @Nullable SourceState sourceState,
        boolean hasMore)
        implements Outcome {
      public Success {
        requireNonNull(dataset, "dataset");
        requireNonNull(newHead, "newHead");
        requireNonNull(summary, "summary");
      }
    }

    /** There was nothing to do; {@code reason} says why. */
    record NoOp(String reason, @Nullable IngestSummary summary) implements Outcome {
      public NoOp {
        requireNonNull(reason, "reason");
      }
    }

    record Failed(Failure failure) implements Outcome {
      public Failed {
        requireNonNull(failure, "failure");
      }
    }

    record Cancelled(String reason) implements Outcome {
      public Cancelled {
        requireNonNull(reason, "reason");
      }
    }
  }
}
