package io.heddle.resources.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.OdfTypes;
import io.heddle.message.IngestSummary;
import io.heddle.message.TaskEvent;
import io.heddle.problem.Failure;
import io.heddle.resource.Condition;
import io.heddle.resource.ResourceStatus;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resources.command.WriterJson;
import io.heddle.resources.store.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs and tasks as users see them, in the status of their resources. */
public final class RunJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private RunJson() {}

  static ResourceStatus status(RunState run) {
    Phase phase =
        switch (run.status()) {
          case RunState.WAITING -> Phase.Pending;
          case RunState.RUNNING -> Phase.Reconciling;
          default -> "Failed".equals(run.outcome()) ? Phase.Failed : Phase.Ready;
        };
    ObjectNode causes = JSON.objectNode();
    causes.set("activationCauses", WriterJson.tree(run.causes()));
    causes.set("lateActivationCauses", WriterJson.tree(run.lateCauses()));
    return observed(phase, run.createdAt())
        .withCondition(Condition.FLOW_RUN_STATUS, write(run))
        .withCondition(Condition.FLOW_RUN_CAUSES, causes);
  }

  /** {@code unfinished} is the phase while the task is not at its end. */
  static ResourceStatus status(RunState.TaskState task, Phase unfinished) {
    Instant since = task.startedAt() == null ? Instant.EPOCH : task.startedAt();
    Phase phase =
        !task.isFinished()
            ? unfinished
            : "Failed".equals(task.result()) ? Phase.Failed : Phase.Ready;
    ResourceStatus status =
        observed(phase, since).withCondition(Condition.TASK_STATUS, JSON.textNode(task.status()));
    if (task.phases() != null) {
      status = status.withCondition(Condition.TASK_PROGRESS, task.phases());
    }
    return task.outcome() == null
        ? status
        : status.withCondition(Condition.TASK_OUTCOME, task.outcome());
  }

  private static ResourceStatus observed(Phase phase, Instant since) {
    ResourceStatus status = ResourceStatus.PENDING.withPhase(phase);
    return phase == Phase.Pending ? status : status.observed(1, since);
  }

  static ObjectNode write(RunState run) {
    ObjectNode json = JSON.objectNode();
    json.put("id", run.id().toString());
    put(json, "flow", run.flow());
    put(json, "target", run.targetName());
    json.put("status", run.status());
    put(json, "outcome", run.outcome());
    RunState.Cause cause = run.causes().getFirst();
    json.put("trigger", cause.trigger());
    json.put("initiator", cause.initiator());
    json.put("retryNumber", 0);
    put(json, "createdAt", run.createdAt());
    put(json, "startedAt", run.startedAt());
    put(json, "finishedAt", run.finishedAt());
    ArrayNode tasks = json.putArray("tasks");
    run.tasks().forEach(task -> tasks.add(write(task)));
    return json;
  }

  static ObjectNode write(RunState.TaskState task) {
    ObjectNode json = JSON.objectNode();
    json.put("name", task.name());
    json.put("task", task.id().toString());
    json.put("kind", task.kind());
    json.put("status", task.status());
    put(json, "startedAt", task.startedAt());
    put(json, "finishedAt", task.finishedAt());
    if (task.outcome() != null) {
      json.set("outcome", task.outcome());
    }
    if (task.phases() != null) {
      json.set("phases", task.phases());
    }
    return json;
  }

  static String kind(TaskEvent.Outcome outcome) {
    return outcome.getClass().getSimpleName();
  }

  static ObjectNode outcome(TaskEvent.Outcome outcome) {
    ObjectNode json = JSON.objectNode();
    json.put("kind", kind(outcome));
    switch (outcome) {
      case TaskEvent.Outcome.Success success -> json.set("result", result(success));
      case TaskEvent.Outcome.NoOp noOp -> {
        json.put("message", noOp.reason());
        if (noOp.summary() != null) {
          json.set("summary", summary(noOp.summary()));
        }
      }
      case TaskEvent.Outcome.Failed(Failure failure) -> {
        json.put("message", failure.message());
        json.put("recoverable", failure.kind().recoverable());
        ObjectNode error = json.putObject("error");
        error.put("kind", failure.kind().name());
        error.put("message", failure.message());
        error.setAll((ObjectNode) WriterJson.tree(failure.details()));
      }
      case TaskEvent.Outcome.Cancelled cancelled -> json.put("message", cancelled.reason());
    }
    return json;
  }

  private static ObjectNode result(TaskEvent.Outcome.Success success) {
    ObjectNode json = JSON.objectNode();
    json.put("dataset", success.dataset().toString());
    put(json, "oldHead", success.oldHead());
    json.put("newHead", success.newHead().toString());
    json.put("blocks", success.blocks());
    if (success.newOffsetInterval() != null) {
      ObjectNode interval = json.putObject("newOffsetInterval");
      interval.put("start", success.newOffsetInterval().start());
      interval.put("end", success.newOffsetInterval().end());
    }
    json.put("numRecords", success.summary().rowsWritten());
    put(json, "newWatermark", success.newWatermark());
    if (success.sourceState() != null) {
      json.set("sourceState", OdfTypes.SOURCE_STATE.toJson(success.sourceState()));
    }
    json.put("hasMore", success.hasMore());
    json.set("summary", summary(success.summary()));
    return json;
  }

  private static JsonNode summary(IngestSummary summary) {
    return WriterJson.tree(summary);
  }

  static ArrayNode phases(List<TaskEvent.PhaseProgress> phases) {
    ArrayNode list = JSON.arrayNode();
    for (TaskEvent.PhaseProgress phase : phases) {
      ObjectNode json = list.addObject();
      json.put("phase", phase.phase().name());
      json.put("state", phase.state().name());
      put(json, "bytes", phase.bytes());
      put(json, "recordsIn", phase.recordsIn());
      put(json, "recordsOut", phase.recordsOut());
      put(json, "note", phase.note());
    }
    return list;
  }

  /** {@code GarbageCollection} to {@code garbage-collection}. */
  public static String kebab(String kind) {
    return kind.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  private static void put(ObjectNode json, String key, @Nullable Object value) {
    switch (value) {
      case null -> {}
      case Long number -> json.put(key, number);
      default -> json.put(key, value.toString());
    }
  }
}
