package io.heddle.resources.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.encoding.OdfTypes;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.resources.command.ChainObservation;
import io.heddle.resources.command.MetadataSlots;
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
 * @param gap the latest block that was announced, while blocks before it are not known here; all
 *     else is as of the last block before them. Null: everything is known
 */
public record DatasetProgress(
    UUID resourceId,
    boolean claimed,
    @Nullable String head,
    long sequenceNumber,
    @Nullable Long lastOffset,
    long dataSize,
    @Nullable Instant watermark,
    @Nullable Instant lastAppendedAt,
    List<JsonNode> slots,
    @Nullable Pending pending,
    @Nullable Gap gap) {
  public DatasetProgress {
    slots = List.copyOf(slots);
  }

  /**
   * @param since when it was proposed
   * @param events those that the proposal appends, the Seed left out
   */
  public record Pending(
      String requestId, long generation, int attempt, Instant since, List<JsonNode> events) {
    public Pending {
      events = List.copyOf(events);
    }
  }

  /**
   * @param head null and -1: there is a chain, of which no block was announced
   */
  public record Gap(@Nullable String head, long sequenceNumber) {
    public static final Gap OF_ALL = new Gap(null, -1);
  }

  public static DatasetProgress of(UUID resourceId) {
    return new DatasetProgress(
        resourceId, false, null, -1, null, 0, null, null, List.of(), null, null);
  }

  /** The same chain, taken over by another resource. */
  public DatasetProgress takenOverBy(UUID resourceId) {
    return with(resourceId, false, null);
  }

  public DatasetProgress withPending(@Nullable Pending pending) {
    return with(resourceId, claimed, pending);
  }

  /** A proposal of the resource was accepted; nothing is pending. */
  public DatasetProgress answered() {
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
        pending,
        gap);
  }

  public DatasetProgress withGap(Gap gap) {
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
        pending,
        gap);
  }

  /** The number of the latest block that was heard of. */
  public long latestSequenceNumber() {
    return gap == null ? sequenceNumber : Math.max(gap.sequenceNumber(), sequenceNumber);
  }

  /** Whether a block comes directly behind what is known. */
  public boolean isFollowedBy(MetadataBlock block) {
    Multihash before = block.prevBlockHash();
    return gap == null
        && block.sequenceNumber() == sequenceNumber + 1
        && (before == null || before.toString().equals(head));
  }

  /** What is known once the blocks of an observation are counted in. */
  public DatasetProgress observed(ChainObservation seen) {
    DatasetProgress base = seen.fromStart() ? of(resourceId) : this;
    boolean hasMore = gap != null && gap.sequenceNumber() > seen.sequenceNumber();
    return new DatasetProgress(
            resourceId,
            claimed,
            seen.head(),
            seen.sequenceNumber(),
            seen.lastOffset() == null ? base.lastOffset : seen.lastOffset(),
            base.dataSize + seen.dataSize(),
            seen.watermark() == null ? base.watermark : seen.watermark(),
            seen.lastAppendedAt() == null ? base.lastAppendedAt : seen.lastAppendedAt(),
            base.slots,
            pending,
            hasMore ? gap : null)
        .withEvents(seen.events().stream().map(OdfTypes.METADATA_EVENT::fromJson).toList());
  }

  public List<MetadataEvent> committedEvents() {
    return slots.stream().map(OdfTypes.METADATA_EVENT::fromJson).toList();
  }

  public DatasetProgress withEvents(List<MetadataEvent> events) {
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
        pending,
        gap);
  }
}
