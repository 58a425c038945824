package io.heddle.merge.ingest;

import io.heddle.chain.StoredBlock;
import io.heddle.encoding.BlockCodec;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.SourceState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the blocks that a decision becomes, enough to know them again in the chain.
 *
 * @param base the block that the first one builds on; null: there is none
 * @param systemTime of all of them
 * @param blocks how many there are
 * @param lastBlock the hash of the last one; null where only commit-service learns it, since it
 *     names a data file
 * @param lastOffset of the rows; null without rows
 * @param newState that the last one leaves
 */
public record Decided(
    @Nullable BlockPointer base,
    Instant systemTime,
    int blocks,
    @Nullable Multihash lastBlock,
    @Nullable Long lastOffset,
    @Nullable SourceState newState) {

  /** A decision of events alone: its blocks are known to the last byte. */
  public static Decided of(CommitRequest.AppendEvents decision) {
    BlockPointer base = decision.base();
    Multihash last = base == null ? null : base.hash();
    long sequenceNumber = base == null ? 0 : base.sequenceNumber() + 1;
    for (MetadataEvent event : decision.events()) {
      last =
          BlockCodec.hash(
              BlockCodec.encode(
                  new MetadataBlock(decision.systemTime(), last, sequenceNumber++, event)));
    }
    return new Decided(base, decision.systemTime(), decision.events().size(), last, null, null);
  }

  /**
   * Whether the chain went on with this decision.
   *
   * @param next what follows the base in the chain, oldest first; at least {@link #blocks} of them,
   *     if there are as many
   */
  public boolean begins(List<StoredBlock> next) {
    if (next.size() < blocks) {
      return false;
    }
    StoredBlock last = next.get(blocks - 1);
    if (lastBlock != null) {
      return last.hash().equals(lastBlock);
    }
    return last.block().systemTime().equals(systemTime)
        && last.block().event() instanceof MetadataEvent.AddData data
        && data.newData() != null
        && Objects.equals(data.newData().offsetInterval().end(), lastOffset)
        && Objects.equals(data.newSourceState(), newState);
  }
}
