package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a resource is in effect.
 *
 * @param conditions further signals, see {@link Condition}
 * @param sourceName of a Source: under which its state stands in the chains, its name at creation
 * @param pushTopic of a Source that records are pushed to: the topic that buffers them
 */
public record ResourceStatus(
    Phase phase,
    @Nullable Long observedGeneration,
    @Nullable Instant observedAt,
    @Nullable Long reconciledGeneration,
    @Nullable Instant reconciledAt,
    Map<String, JsonNode> conditions,
    @Nullable String sourceName,
    @Nullable String pushTopic) {
  public static final ResourceStatus PENDING =
      new ResourceStatus(Phase.Pending, null, null, null, null, Map.of(), null, null);

  public ResourceStatus {
    conditions = Collections.unmodifiableMap(new TreeMap<>(conditions));
  }

  public ResourceStatus withPhase(Phase phase) {
    return new ResourceStatus(
        phase,
        observedGeneration,
        observedAt,
        reconciledGeneration,
        reconciledAt,
        conditions,
        sourceName,
        pushTopic);
  }

  /** A controller has looked at a generation. */
  public ResourceStatus observed(long generation, Instant time) {
    return new ResourceStatus(
        phase,
        generation,
        time,
        reconciledGeneration,
        reconciledAt,
        conditions,
        sourceName,
        pushTopic);
  }

  /** A generation is in effect. */
  public ResourceStatus reconciled(long generation, Instant time) {
    return new ResourceStatus(
        phase, observedGeneration, observedAt, generation, time, conditions, sourceName, pushTopic);
  }

  public ResourceStatus withCondition(String key, JsonNode value) {
    Map<String, JsonNode> more = new TreeMap<>(conditions);
    more.put(key, value);
    return new ResourceStatus(
        phase,
        observedGeneration,
        observedAt,
        reconciledGeneration,
        reconciledAt,
        more,
        sourceName,
        pushTopic);
  }

  /** With what ingestions of a Source go by. */
  public ResourceStatus withSource(String sourceName, @Nullable String pushTopic) {
    return new ResourceStatus(
        phase,
        observedGeneration,
        observedAt,
        reconciledGeneration,
        reconciledAt,
        conditions,
        sourceName,
        pushTopic);
  }

  /** Where reconciliation stands. */
  public enum Phase {
    Pending,
    Reconciling,
    Ready,
    Degraded,
    Failed,
    Deleting,
    Deleted
  }
}
