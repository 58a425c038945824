package io.heddle.resources.writer;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.chain.MetadataEvent;
import io.heddle.encoding.OdfTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the writer knows of a dataset's chain, from the announcements of its commits.
 *
 * @param resourceId the Dataset resource it belongs to
 * @param claimed whether merge-service knows that the dataset belongs to the resource
 * @param head null before the first commit that was seen
 * @param slots the latest event of each slot in the chain, in canonical order
 * @param pending the proposal that is not answered yet
 */
record DatasetProgress(
    UUID resourceId,
    boolean claimed,
    @Nullable String head,
    long sequenceNumber,
    @Nullable Long lastOffset,
    long dataSize,
    @Nullable Instant watermark,
    @Nullable Instant lastAppendedAt,
    List<JsonNode> slots,
    @Nullable Pending pending) {
  DatasetProgress {
    slots = List.copyOf(slots);
  }

  /** {@code events} are those that the proposal appends, the Seed left out. */
  record Pending(String requestId, long generation, int attempt, List<JsonNode> events) {
    Pending {
      events = List.copyOf(events);
    }
  }

  static DatasetProgress of(UUID resourceId) {
    return new DatasetProgress(resourceId, false, null, -1, null, 0, null, null, List.of(), null);
  }

  /** The same chain, taken over by another resource. */
  DatasetProgress takenOverBy(UUID resourceId) {
    return with(resourceId, false, null);
  }

  DatasetProgress withPending(@Nullable Pending pending) {
    return with(resourceId, claimed, pending);
  }

  /** A proposal of the resource was accepted; nothing is pending. */
  DatasetProgress answered() {
    return with(resourceId, true, null);
  }

  private DatasetProgress with(UUID resourceId, boolean claimed, @Nullable Pending pending) {
    return new DatasetProgress(
        resourceId,
        claimed,
        head,
        sequenceNumber,
        lastOffset,
        dataSize,
        watermark,
        lastAppendedAt,
        slots,
        pending);
  }

  List<MetadataEvent> committedEvents() {
    return slots.stream().map(OdfTypes.METADATA_EVENT::fromJson).toList();
  }

  DatasetProgress withEvents(List<MetadataEvent> events) {
    List<JsonNode> merged =
        MetadataSlots.merge(committedEvents(), events).stream()
            .map(OdfTypes.METADATA_EVENT::toJson)
            .toList();
    return new DatasetProgress(
        resourceId,
        claimed,
        head,
        sequenceNumber,
        lastOffset,
        dataSize,
        watermark,
        lastAppendedAt,
        new ArrayList<>(merged),
        pending);
  }
}
