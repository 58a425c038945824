package io.heddle.resources.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.resources.command.ResourceCommand;
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
public record RunState(
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
  public static final String WAITING = "Waiting";
  public static final String RUNNING = "Running";
  static final String FINISHED = "Finished";

  public RunState {
    causes = List.copyOf(causes);
    lateCauses = List.copyOf(lateCauses);
    tasks = List.copyOf(tasks);
  }

  public record Cause(
      Instant activationTime, String initiator, String trigger, @Nullable String reason) {}

  /**
   * @param status Pending, Queued, Running or Finished
   * @param outcome as it is shown
   * @param result the kind of the outcome
   */
  public record TaskState(
      UUID id,
      String name,
      String kind,
      String status,
      @Nullable String result,
      @Nullable JsonNode outcome,
      @Nullable JsonNode phases,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt) {
    public static final String PENDING = "Pending";
    public static final String QUEUED = "Queued";
    public static final String RUNNING = "Running";
    public static final String FINISHED = "Finished";

    public TaskState queued() {
      return new TaskState(id, name, kind, QUEUED, null, null, null, null, null);
    }

    public TaskState running(Instant time, @Nullable JsonNode phases) {
      return new TaskState(
          id, name, kind, RUNNING, null, null, phases, startedAt == null ? time : startedAt, null);
    }

    public TaskState finished(
        Instant time, String result, JsonNode outcome, @Nullable JsonNode phases) {
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

    public boolean isFinished() {
      return status.equals(FINISHED);
    }
  }

  public RunState with(TaskState task) {
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

  public RunState started(Instant time) {
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

  public RunState finished(Instant time, String outcome) {
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

  public RunState alsoCausedBy(Cause cause) {
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

  public RunState cancelled(String reason) {
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

  public boolean isFinished() {
    return status.equals(FINISHED);
  }
}
