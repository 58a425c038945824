package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A signal about a resource.
 *
 * @param reason one word in CamelCase
 * @param lastTransitionTime when the value last changed
 */
public record Condition(
    Value value,
    String reason,
    @Nullable String message,
    Instant lastTransitionTime,
    long observedGeneration) {
  public static final String ACCEPTED = "Accepted";
  public static final String READY = "Ready";
  public static final String REFERENCES_RESOLVED = "ReferencesResolved";

  /** Whether work on a dataset has stopped until somebody mends it; why, and since when. */
  public static final String BROKEN = "Broken";

  /** What became of the last rebuild or unlock of a dataset. */
  public static final String REPAIR = "Repair";

  /** Head and extent of a dataset's chain. */
  public static final String DATASET_STATE = "DatasetState";

  private static final String SCHEMAS = "https://opendatafabric.org/schemas/";

  public static final String FLOW_RUN_STATUS = SCHEMAS + "flows/v1alpha1/FlowRunStatus";
  public static final String FLOW_RUN_CAUSES = SCHEMAS + "flows/v1alpha1/FlowRunActivationCauses";
  public static final String TASK_STATUS = SCHEMAS + "tasks/v1alpha1/TaskStatus";
  public static final String TASK_PLAN = SCHEMAS + "tasks/v1alpha1/TaskPlan";
  public static final String TASK_OUTCOME = SCHEMAS + "tasks/v1alpha1/TaskOutcome";
  public static final String TASK_PROGRESS = "TaskProgress";

  public enum Value {
    True,
    False,
    Unknown
  }

  public JsonNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("value", value.name()).put("reason", reason);
    if (message != null) {
      json.put("message", message);
    }
    return json.put("lastTransitionTime", lastTransitionTime.toString())
        .put("observedGeneration", observedGeneration);
  }

  /** This condition after {@code before}: the time moves only with the value. */
  public Condition after(@Nullable JsonNode before) {
    if (before == null || !before.path("value").asText().equals(value.name())) {
      return this;
    }
    return new Condition(
        value,
        reason,
        message,
        Instant.parse(before.path("lastTransitionTime").asText()),
        observedGeneration);
  }
}
