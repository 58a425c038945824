package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a user hands in: the authored part of a resource.
 *
 * @param id of an existing resource, which makes a rename possible
 * @param name null only where a name is made up: FlowRun
 * @param generation a precondition, where the request asks for it
 */
public record Manifest(
    ResourceType type,
    @Nullable UUID id,
    @Nullable ResourceName name,
    @Nullable AccountRef account,
    Map<String, JsonNode> labels,
    Map<String, JsonNode> annotations,
    List<ResourceRef> ownerReferences,
    @Nullable Long generation,
    ResourceSpec spec) {
  public Manifest {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
    ownerReferences = List.copyOf(ownerReferences);
  }

  /** The short form that messages name the resource by. */
  public String handle() {
    return type + ":" + (name != null ? name.text() : id == null ? "?" : id.toString());
  }
}
