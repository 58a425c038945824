package io.heddle.resources.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.chain.BlockRef;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.StoredBlock;
import io.heddle.encoding.OdfTypes;
import io.heddle.odf.DataSlice;
import io.heddle.odf.MetadataEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was read of a chain, from a block that the writer knew up to the head.
 *
 * @param since the hash of the block it begins behind; null: it begins with the first block
 * @param fromStart whether it holds the whole chain, since that block is not in it (any more)
 * @param head the hash of the last block
 * @param sequenceNumber of the last block
 * @param lastOffset the last offset in use; null: none came
 * @param dataSize of the slices that came, in bytes
 * @param watermark the last one that came
 * @param lastAppendedAt the system time of the last data event that came
 * @param events the last one of each slot that came, oldest first
 */
public record ChainObservation(
    @Nullable String since,
    boolean fromStart,
    String head,
    long sequenceNumber,
    @Nullable Long lastOffset,
    long dataSize,
    @Nullable Instant watermark,
    @Nullable Instant lastAppendedAt,
    List<JsonNode> events) {
  public ChainObservation {
    events = List.copyOf(events);
  }

  /**
   * Reads the blocks behind {@code since}; empty while the chain has no head.
   *
   * @throws io.heddle.chain.ChainException when a block cannot be read
   * @throws io.heddle.objectstore.ObjectStoreException when the store does not answer
   */
  public static Optional<ChainObservation> read(MetadataChain chain, @Nullable String since) {
    Optional<BlockRef> head = chain.head();
    if (head.isEmpty()) {
      return Optional.empty();
    }
    boolean met = false;
    Map<Object, MetadataEvent> slots = new LinkedHashMap<>();
    StoredBlock last = null;
    Long lastOffset = null;
    long dataSize = 0;
    Instant watermark = null;
    Instant lastAppendedAt = null;
    for (StoredBlock stored : chain.backwards(head.get().target())) {
      if (stored.hash().toString().equals(since)) {
        met = true;
        break;
      }
      last = last == null ? stored : last;
      MetadataEvent event = stored.block().event();
      if (event instanceof MetadataEvent.DataEvent data) {
        DataSlice slice = data.newData();
        dataSize += slice == null ? 0 : slice.size();
        lastOffset = lastOffset == null ? data.lastOffset() : lastOffset;
        watermark = watermark == null ? data.newWatermark() : watermark;
        lastAppendedAt = lastAppendedAt == null ? stored.block().systemTime() : lastAppendedAt;
      } else {
        MetadataSlots.slot(event).ifPresent(slot -> slots.putIfAbsent(slot, event));
      }
    }
    List<JsonNode> events =
        new ArrayList<>(slots.values())
            .reversed().stream().map(OdfTypes.METADATA_EVENT::toJson).toList();
    StoredBlock end = last == null ? chain.block(head.get().target()) : last;
    return Optional.of(
        new ChainObservation(
            since,
            since == null || !met,
            end.hash().toString(),
            end.block().sequenceNumber(),
            lastOffset,
            dataSize,
            watermark,
            lastAppendedAt,
            events));
  }
}
