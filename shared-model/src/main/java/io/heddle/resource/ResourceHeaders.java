package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What every resource has.
 *
 * @param labels authored and contributed ones
 * @param ownerReferences the resources that created this one
 * @param generation from 1; moves when headers or spec change
 * @param statusGeneration moves with every write of the status
 */
public record ResourceHeaders(
    UUID id,
    ResourceName name,
    Account account,
    Map<String, JsonNode> labels,
    Map<String, JsonNode> annotations,
    List<ResourceRef> ownerReferences,
    long generation,
    long statusGeneration,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant deletedAt) {
  public ResourceHeaders {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
    ownerReferences = List.copyOf(ownerReferences);
  }

  /** The entity tag, which tells any two forms of the resource apart. */
  public String version() {
    return generation + "." + statusGeneration;
  }
}
