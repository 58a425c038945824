package io.heddle.resources.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.heddle.encoding.OdfTypes;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.SourceSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Labels that follow from the spec. They are added when a resource is shown and never stored, so
 * that applying a manifest again does not remove them and is no change.
 */
public final class ContributedLabels {
  private ContributedLabels() {}

  /** The resource as it is shown; what its author wrote comes first. */
  public static Resource addTo(Resource resource) {
    Map<String, JsonNode> labels = new TreeMap<>();
    of(resource.spec()).forEach((key, value) -> labels.put(key, TextNode.valueOf(value)));
    if (labels.isEmpty()) {
      return resource;
    }
    labels.putAll(resource.headers().labels());
    return resource.withHeaders(resource.headers().withLabels(labels));
  }

  /** Labels without those that would be added anyway: what was shown and is written back. */
  public static Map<String, JsonNode> removeFrom(Map<String, JsonNode> labels, ResourceSpec spec) {
    Map<String, JsonNode> authored = new LinkedHashMap<>(labels);
    of(spec).forEach((key, value) -> authored.remove(key, TextNode.valueOf(value)));
    return authored;
  }

  /**
   * Labels of a changed manifest, without those that the spec adds, and without those that it added
   * before the change and nobody wrote: they came back with what was shown.
   */
  public static Map<String, JsonNode> removeFrom(
      Map<String, JsonNode> labels, ResourceSpec spec, Resource before) {
    Map<String, JsonNode> authored = removeFrom(labels, spec);
    of(before.spec())
        .forEach(
            (key, value) -> {
              if (!before.headers().labels().containsKey(key)) {
                authored.remove(key, TextNode.valueOf(value));
              }
            });
    return authored;
  }

  private static Map<String, String> of(ResourceSpec spec) {
    return switch (spec) {
      case DatasetSpec dataset ->
          Map.of("datasetKind", dataset.kind().name(), "kind", dataset.kind().name());
      case SourceSpec source ->
          Map.of(
              "ingressKind",
              kindOf(OdfTypes.INGRESS.toJson(source.effectiveIngress())),
              "ingressMode",
              source.isPush() ? "Push" : "Polling",
              "readKind",
              kindOf(OdfTypes.READ_STEP.toJson(source.read())),
              "mergeKind",
              kindOf(OdfTypes.MERGE_STRATEGY.toJson(source.effectiveMerge())));
      default -> Map.of();
    };
  }

  private static String kindOf(JsonNode union) {
    return union.path("kind").asText();
  }
}
