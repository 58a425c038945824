package io.heddle.resources.command;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the writer. Whatever is drawn at random (ids, keys) is drawn before the command
 * is sent, so that handling it again comes to the same.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ResourceCommand.Apply.class, name = "Apply"),
  @JsonSubTypes.Type(value = ResourceCommand.Delete.class, name = "Delete"),
  @JsonSubTypes.Type(value = ResourceCommand.Trigger.class, name = "Trigger"),
  @JsonSubTypes.Type(value = ResourceCommand.StartRun.class, name = "StartRun"),
  @JsonSubTypes.Type(value = ResourceCommand.CancelRun.class, name = "CancelRun"),
  @JsonSubTypes.Type(value = ResourceCommand.Mend.class, name = "Mend"),
  @JsonSubTypes.Type(value = ResourceCommand.Observe.class, name = "Observe"),
})
public sealed interface ResourceCommand {
  /** The {@code ce_type} of commands on their topic, where observations lie as well. */
  String CE_TYPE = "io.heddle.resource-command.v1";

  /** Names the outcome. */
  String commandId();

  /** Who asks. */
  String actor();

  /**
   * Applies manifests.
   *
   * @param atomic whether one rejection rejects all
   * @param dryRun decide, but write nothing
   */
  record Apply(String commandId, String actor, boolean atomic, boolean dryRun, List<Item> items)
      implements ResourceCommand {
    public Apply {
      items = List.copyOf(items);
    }
  }

  /**
   * One manifest.
   *
   * @param document its number in the request
   * @param manifest in canonical form
   * @param newId the id if it turns out to be new
   * @param newDid the DID if it turns out to be a new Dataset that names none
   */
  record Item(
      int document,
      JsonNode manifest,
      UUID newId,
      @Nullable String newDid,
      Precondition precondition) {}

  /**
   * What must hold of the resource as it is.
   *
   * @param generations any of them must be the current one; null: not asked
   */
  record Precondition(boolean mustExist, boolean mustBeNew, @Nullable List<Long> generations) {
    public static final Precondition NONE = new Precondition(false, false, null);
    public static final Precondition NEW = new Precondition(false, true, null);

    public Precondition {
      generations = generations == null ? null : List.copyOf(generations);
    }
  }

  /** Deletes the resource that {@code ref}, a reference as an object, names. */
  record Delete(
      String commandId, String actor, JsonNode ref, Precondition precondition, boolean dryRun)
      implements ResourceCommand {}

  /**
   * Starts a flow for each of its targets.
   *
   * @param target only this one; null: all that the flow selects
   * @param tasks names of the tasks to do; null: all
   * @param rejectIfActive refuse rather than queue while a run is active
   */
  record Trigger(
      String commandId,
      String actor,
      JsonNode flow,
      @Nullable JsonNode target,
      @Nullable List<String> tasks,
      RunParameters parameters,
      @Nullable String reason,
      boolean rejectIfActive)
      implements ResourceCommand {}

  /** Starts tasks without a flow; {@code manifest} is that of a FlowRun. */
  record StartRun(String commandId, String actor, UUID runId, JsonNode manifest)
      implements ResourceCommand {}

  /** Ends a run that has not ended; what it has committed by then stays. */
  record CancelRun(String commandId, String actor, UUID runId, @Nullable String reason)
      implements ResourceCommand {}

  /** Asks for the merge state of a dataset to be mended; {@code dataset} is a reference. */
  record Mend(String commandId, String actor, JsonNode dataset, Way way)
      implements ResourceCommand {
    /** Read the chain again from its start, or end what is under way and look at the chain. */
    public enum Way {
      Rebuild,
      Unlock
    }
  }

  /** Tells what stands in the chain of a dataset; {@code dataset} is a reference. */
  record Observe(String commandId, String actor, JsonNode dataset, ChainObservation seen)
      implements ResourceCommand {}

  /** What one run does otherwise than its tasks say; null: as they say. */
  record RunParameters(
      @Nullable Long targetRecordsPerSlice, boolean ignoreCache, boolean untilExhausted) {
    public static final RunParameters NONE = new RunParameters(null, false, false);
  }
}
