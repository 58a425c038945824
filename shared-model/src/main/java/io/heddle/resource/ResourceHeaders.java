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

  ResourceHeaders afterStatus(Instant time) {
    return copy(name, labels, annotations, generation, statusGeneration + 1, time, deletedAt);
  }

  ResourceHeaders afterIntent(Instant time) {
    return copy(name, labels, annotations, generation + 1, statusGeneration, time, deletedAt);
  }

  public ResourceHeaders withLabels(Map<String, JsonNode> labels) {
    return copy(name, labels, annotations, generation, statusGeneration, updatedAt, deletedAt);
  }

  /** With what a user may change. */
  public ResourceHeaders withAuthored(
      ResourceName name, Map<String, JsonNode> labels, Map<String, JsonNode> annotations) {
    return copy(name, labels, annotations, generation, statusGeneration, updatedAt, deletedAt);
  }

  public ResourceHeaders deletedAt(Instant time) {
    return copy(name, labels, annotations, generation, statusGeneration, updatedAt, time);
  }

  private ResourceHeaders copy(
      ResourceName name,
      Map<String, JsonNode> labels,
      Map<String, JsonNode> annotations,
      long generation,
      long statusGeneration,
      Instant updatedAt,
      @Nullable Instant deletedAt) {
    return new ResourceHeaders(
        id,
        name,
        account,
        labels,
        annotations,
        ownerReferences,
        generation,
        statusGeneration,
        createdAt,
        updatedAt,
        deletedAt);
  }
}
