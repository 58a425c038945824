package io.heddle.commit;

import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision, ready to be made durable.
 *
 * @param base the block that it builds on; null for a new dataset
 * @param blocks oldest first; the last one is to become the head
 * @param files the data files that the blocks refer to
 */
public record PlannedCommit(
    @Nullable BlockPointer base, List<PlannedBlock> blocks, List<DataFile> files) {
  public PlannedCommit {
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("a decision without events");
    }
    blocks = List.copyOf(blocks);
    files = List.copyOf(files);
  }

  /** A local file and the hash of its bytes. */
  public record DataFile(Multihash physicalHash, Path path) {}

  public static PlannedCommit of(
      @Nullable BlockPointer base,
      Instant systemTime,
      List<MetadataEvent> events,
      List<DataFile> files) {
    return new PlannedCommit(base, PlannedBlock.chain(base, systemTime, events), files);
  }

  /** The blocks as they are announced once they are in the chain. */
  public List<CommittedBlock> announced() {
    return blocks.stream().map(block -> new CommittedBlock(block.hash(), block.block())).toList();
  }

  /** The head after the commit. */
  PlannedBlock last() {
    return blocks.getLast();
  }

  @Nullable Multihash baseHash() {
    return base == null ? null : base.hash();
  }
}
