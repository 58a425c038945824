package io.heddle.resources.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One change of a resource, on the topic that keeps all of them.
 *
 * @param account name of the owner
 * @param sequence of the resource, from 1, without gaps
 * @param correlationId the command or message that led to it
 */
public record ResourceEvent(
    UUID eventId,
    Kind eventType,
    Instant eventTime,
    UUID resourceId,
    String type,
    String account,
    long generation,
    long statusGeneration,
    long sequence,
    String actor,
    String correlationId,
    @Nullable JsonNode payload) {
  static final String CE_TYPE_PREFIX = "io.heddle.resource.";

  public enum Kind {
    ResourceCreated,
    ResourceHeadersChanged,
    ResourceSpecChanged,
    ResourceRenamed,
    ReconciliationStarted,
    ReconciliationSucceeded,
    ReconciliationFailed,
    ConditionSet,
    DeletionRequested,
    ResourceDeleted,
    ResourcePurged
  }
}
