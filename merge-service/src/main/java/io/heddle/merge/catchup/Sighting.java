package io.heddle.merge.catchup;

import io.heddle.chain.ChainSummary;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.DataSlice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a chain was found.
 *
 * @param chain up to the block that was asked for; null: the dataset has no head
 * @param continues whether the known block is among the ancestors
 * @param slices data added after the known block, oldest first; empty unless wanted
 */
public record Sighting(@Nullable ChainSummary chain, boolean continues, List<SliceBlock> slices) {
  public Sighting {
    slices = List.copyOf(slices);
  }

  /** A block that added data. */
  public record SliceBlock(Multihash block, DataSlice data) {}
}
