package io.heddle.resources.writer;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a run stands.
 *
 * @param binding names flow and target, of which only one run is active at a time; null for a run
 *     without a flow
 * @param status Waiting, Running or Finished
 * @param outcome Success, NoOp, Failed or Cancelled, once finished
 * @param causes what started it, and what would have started another one
 * @param cancelReason why it is to end; null: it is not
 */
record RunState(
    UUID id,
    @Nullable String binding,
    @Nullable UUID flow,
    @Nullable UUID target,
    @Nullable String targetName,
    String status,
    @Nullable String outcome,
    ResourceCommand.RunParameters parameters,
    List<Cause> causes,
    List<Cause> lateCauses,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    List<TaskState> tasks,
    @Nullable String cancelReason) {
  static final String WAITING = "Waiting";
  static final String RUNNING = "Running";
  static final String FINISHED = "Finished";

  RunState {
    causes = List.copyOf(causes);
    lateCauses = List.copyOf(lateCauses);
    tasks = List.copyOf(tasks);
  }

  record Cause(Instant activationTime, String initiator, String trigger, @Nullable String reason) {}

  /**
   * @param status Pending, Queued, Running or Finished
   * @param outcome as it is shown
   * @param result the kind of the outcome
   */
  record TaskState(
      UUID id,
      String name,
      String kind,
      String status,
      @Nullable String result,
      @Nullable JsonNode outcome,
      @Nullable JsonNode phases,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt) {
    static final String PENDING = "Pending";
    static final String QUEUED = "Queued";
    static final String RUNNING = "Running";
    static final String FINISHED = "Finished";

    TaskState queued() {
      return new TaskState(id, name, kind, QUEUED, null, null, null, null, null);
    }

    TaskState running(Instant time, @Nullable JsonNode phases) {
      return new TaskState(
          id, name, kind, RUNNING, null, null, phases, startedAt == null ? time : startedAt, null);
    }

    TaskState finished(Instant time, String result, JsonNode outcome, @Nullable JsonNode phases) {
      return new TaskState(
          id,
          name,
          kind,
          FINISHED,
          result,
          outcome,
          phases == null ? this.phases : phases,
          startedAt,
          time);
    }

    boolean isFinished() {
      return status.equals(FINISHED);
    }
  }

  RunState with(TaskState task) {
    return withTasks(tasks.stream().map(one -> one.id().equals(task.id()) ? task : one).toList());
  }

  private RunState withTasks(List<TaskState> tasks) {
    return new RunState(
        id,
        binding,
        flow,
        target,
        targetName,
        status,
        outcome,
        parameters,
        causes,
        lateCauses,
        createdAt,
        startedAt,
        finishedAt,
        tasks,
        cancelReason);
  }

  RunState started(Instant time) {
    return new RunState(
        id,
        binding,
        flow,
        target,
        targetName,
        RUNNING,
        null,
        parameters,
        causes,
        lateCauses,
        createdAt,
        time,
        null,
        tasks,
        cancelReason);
  }

  RunState finished(Instant time, String outcome) {
    return new RunState(
        id,
        binding,
        flow,
        target,
        targetName,
        FINISHED,
        outcome,
        parameters,
        causes,
        lateCauses,
        createdAt,
        startedAt,
        time,
        tasks,
        cancelReason);
  }

  RunState alsoCausedBy(Cause cause) {
    List<Cause> more = new java.util.ArrayList<>(lateCauses);
    more.add(cause);
    return new RunState(
        id,
        binding,
        flow,
        target,
        targetName,
        status,
        outcome,
        parameters,
        causes,
        more,
        createdAt,
        startedAt,
        finishedAt,
        tasks,
        cancelReason);
  }

  RunState cancelled(String reason) {
    return new RunState(
        id,
        binding,
        flow,
        target,
        targetName,
        status,
        outcome,
        parameters,
        causes,
        lateCauses,
        createdAt,
        startedAt,
        finishedAt,
        tasks,
        reason);
  }

  boolean isFinished() {
    return status.equals(FINISHED);
  }
}
