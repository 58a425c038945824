package io.heddle.commit;

import io.heddle.encoding.BlockCodec;
import io.heddle.message.BlockPointer;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.DataSlice;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A block as it will be stored. */
public record PlannedBlock(Multihash hash, byte[] bytes, MetadataBlock block) {

  /**
   * The blocks of a decision, oldest first, one for each event. Nothing but the arguments goes into
   * them, so that a repeated decision has the same blocks.
   *
   * @param base the block that the first one builds on; null: the first event is the Seed
   */
  static List<PlannedBlock> chain(
      @Nullable BlockPointer base, Instant systemTime, List<MetadataEvent> events) {
    List<PlannedBlock> blocks = new ArrayList<>();
    Multihash previous = base == null ? null : base.hash();
    long sequenceNumber = base == null ? 0 : base.sequenceNumber() + 1;
    for (MetadataEvent event : events) {
      MetadataBlock block = new MetadataBlock(systemTime, previous, sequenceNumber, event);
      byte[] bytes = BlockCodec.encode(block);
      Multihash hash = BlockCodec.hash(bytes);
      blocks.add(new PlannedBlock(hash, bytes, block));
      previous = hash;
      sequenceNumber++;
    }
    return blocks;
  }

  /**
   * Whether a block that stands in the chain in this one's place says the same. Its data file may
   * have other bytes, from another version of the Parquet library, as long as the rows are the
   * same.
   */
  boolean saysTheSameAs(MetadataBlock found) {
    return block.systemTime().equals(found.systemTime())
        && block.sequenceNumber() == found.sequenceNumber()
        && sameEvent(block.event(), found.event());
  }

  private static boolean sameEvent(MetadataEvent planned, MetadataEvent found) {
    if (planned instanceof AddData mine && found instanceof AddData theirs) {
      return Objects.equals(mine.prevCheckpoint(), theirs.prevCheckpoint())
          && Objects.equals(mine.prevOffset(), theirs.prevOffset())
          && sameRows(mine.newData(), theirs.newData())
          && Objects.equals(mine.newCheckpoint(), theirs.newCheckpoint())
          && Objects.equals(mine.newWatermark(), theirs.newWatermark())
          && Objects.equals(mine.newSourceState(), theirs.newSourceState())
          && Objects.equals(mine.extra(), theirs.extra());
    }
    return planned.equals(found);
  }

  private static boolean sameRows(@Nullable DataSlice mine, @Nullable DataSlice theirs) {
    if (mine == null || theirs == null) {
      return mine == null && theirs == null;
    }
    return mine.logicalHash().equals(theirs.logicalHash())
        && mine.offsetInterval().equals(theirs.offsetInterval());
  }
}
