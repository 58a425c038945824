package io.heddle.chain;

import io.heddle.multiformats.Multihash;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** How two chains of one dataset relate. */
public sealed interface Divergence {
  record Same() implements Divergence {}

  /** The first head is an ancestor of the second, {@code blocks} behind. */
  record Behind(long blocks) implements Divergence {}

  /** The second head is an ancestor of the first. */
  record Ahead(long blocks) implements Divergence {}

  /**
   * Both went on from a common ancestor.
   *
   * @param ancestor null when they have not even the first block in common
   */
  record Diverged(@Nullable StoredBlock ancestor, long blocks, long otherBlocks)
      implements Divergence {}

  static Divergence between(
      MetadataChain chain, Multihash head, MetadataChain other, Multihash otherHead) {
    if (head.equals(otherHead)) {
      return new Same();
    }
    Side one = new Side(chain.backwards(head).iterator());
    Side two = new Side(other.backwards(otherHead).iterator());
    while (one.block != null || two.block != null) {
      int order = Long.compareUnsigned(one.number(), two.number());
      if (order == 0
          && one.block != null
          && two.block != null
          && one.block.hash().equals(two.block.hash())) {
        return one.steps == 0
            ? new Behind(two.steps)
            : two.steps == 0 ? new Ahead(one.steps) : new Diverged(one.block, one.steps, two.steps);
      }
      if (two.block == null || (one.block != null && order >= 0)) {
        one.step();
      }
      if (one.block == null || (two.block != null && order <= 0)) {
        two.step();
      }
    }
    return new Diverged(null, one.steps, two.steps);
  }

  /** One chain on the way back. */
  final class Side {
    private final Iterator<StoredBlock> older;
    private @Nullable StoredBlock block;
    private long steps;

    private Side(Iterator<StoredBlock> older) {
      this.older = older;
      this.block = older.next();
    }

    private long number() {
      return block == null ? 0 : block.block().sequenceNumber();
    }

    private void step() {
      block = older.hasNext() ? older.next() : null;
      steps++;
    }
  }
}
