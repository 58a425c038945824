package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.problem.Problem;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Finding;
import io.heddle.resource.FlowRunSpec;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.Manifest;
import io.heddle.resource.ResourceType;
import io.heddle.resource.SourceSpec;
import io.heddle.resource.TaskSpec;
import java.util.List;
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

  /** Adds what is wrong to {@code findings} and what is odd to {@code warnings}. */
  void check(
      Manifest manifest, JsonNode tree, List<Finding> findings, List<Reading.Warning> warnings) {
    if (!manifest.ownerReferences().isEmpty()) {
      findings.add(
          new Finding(
              "/headers/ownerReferences",
              Problem.NOT_IMPLEMENTED.code(),
              "owners cannot be declared yet"));
    }
    switch (manifest.spec()) {
      case DatasetSpec dataset -> {
        checkReserved(manifest, findings);
        DatasetChecks.check(dataset, findings, warnings);
      }
      case SourceSpec source -> SourceChecks.check(source, tree.path("spec"), findings);
      case FlowSpec flow -> FlowChecks.check(flow, findings, warnings);
      case FlowRunSpec run -> FlowChecks.checkTasks(run.tasks(), findings);
      case TaskSpec task ->
          findings.add(
              new Finding(
                  "/$schema",
                  Problem.UNSUPPORTED_TYPE.code(),
                  "a %s is made by a run of a flow, not by hand".formatted(ResourceType.Task)));
    }
  }

  private static void checkReserved(Manifest manifest, List<Finding> findings) {
    if (manifest.name() != null
        && RESERVED_NAMES.contains(manifest.name().text().toLowerCase(Locale.ROOT))) {
      findings.add(
          new Finding(
              "/headers/name",
              Problem.RESERVED_NAME.code(),
              "'%s' is the name of a path and cannot name a dataset".formatted(manifest.name())));
    }
  }
}
