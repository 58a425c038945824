package io.heddle.chain;

import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent.DataEvent;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What lies between two heads of a chain.
 *
 * @param newWatermark null when it is the one of the old head
 */
public record Increment(long blocks, long records, @Nullable Instant newWatermark) {
  static Increment between(MetadataChain chain, @Nullable Multihash old, Multihash head) {
    long blocks = 0;
    long records = 0;
    DataEvent newest = null;
    for (StoredBlock block : chain.backwards(head, old)) {
      blocks++;
      if (block.block().event() instanceof DataEvent event) {
        newest = newest == null ? event : newest;
        records += event.newData() == null ? 0 : event.newData().offsetInterval().length();
      }
    }
    if (newest == null) {
      return new Increment(blocks, records, null);
    }
    Instant before =
        old == null ? null : chain.lastData(old).map(DataEvent::newWatermark).orElse(null);
    Instant now = newest.newWatermark();
    return new Increment(blocks, records, Objects.equals(before, now) ? null : now);
  }
}
