package io.heddle.slice;

import io.heddle.chain.DataSlice;
import io.heddle.chain.OffsetInterval;
import io.heddle.multiformats.Multihash;

/**
 * A data file that was written.
 *
 * @param logicalHash of the rows, whatever the file format
 * @param physicalHash of the file's bytes
 * @param size of the file in bytes
 */
public record WrittenSlice(Multihash logicalHash, Multihash physicalHash, long size, long rows) {
  /** How a block refers to the file. */
  public DataSlice at(OffsetInterval offsets) {
    return new DataSlice(logicalHash, physicalHash, offsets, size);
  }
}
