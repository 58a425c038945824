package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.problem.Problem;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.FlowRunSpec;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.Manifest;
import io.heddle.resource.ResourceType;
import io.heddle.resource.SourceSpec;
import io.heddle.resource.TaskSpec;
import java.util.Locale;
import java.util.Set;

/** What must hold in a manifest beyond its shape, without looking at anything else. */
public final class ManifestChecks {
  /** First segments of paths; a dataset of such a name could not be reached by its short path. */
  private static final Set<String> RESERVED_NAMES =
      Set.of(
          "sources",
          "datasets",
          "flows",
          "tasks",
          "config",
          "sinks",
          "storage",
          "resources",
          "source",
          "dataset",
          "flow",
          "task",
          "sink",
          "resource",
          "system",
          "openapi",
          "openapi.json",
          "metrics",
          "health",
          "query",
          "problems",
          "schemas",
          "platform",
          "info");

  /** What there is to say about a manifest. */
  Remarks check(Manifest manifest, JsonNode tree) {
    Remarks remarks = new Remarks();
    if (!manifest.ownerReferences().isEmpty()) {
      remarks.refuse(
          "/headers/ownerReferences", Problem.NOT_IMPLEMENTED, "owners cannot be declared yet");
    }
    switch (manifest.spec()) {
      case DatasetSpec dataset -> {
        checkReserved(manifest, remarks);
        DatasetChecks.check(dataset, remarks);
      }
      case SourceSpec source -> SourceChecks.check(source, tree.path("spec"), remarks);
      case FlowSpec flow -> FlowChecks.check(flow, remarks);
      case FlowRunSpec run -> FlowChecks.checkTasks(run.tasks(), remarks);
      case TaskSpec task ->
          remarks.refuse(
              "/$schema",
              Problem.UNSUPPORTED_TYPE,
              "a %s is made by a run of a flow, not by hand".formatted(ResourceType.Task));
    }
    return remarks;
  }

  private static void checkReserved(Manifest manifest, Remarks remarks) {
    if (manifest.name() != null
        && RESERVED_NAMES.contains(manifest.name().text().toLowerCase(Locale.ROOT))) {
      remarks.refuse(
          "/headers/name",
          Problem.RESERVED_NAME,
          "'%s' is the name of a path and cannot name a dataset".formatted(manifest.name()));
    }
  }
}
