package io.heddle.slice;

import io.heddle.multiformats.Multihash;
import io.heddle.odf.DataSlice;
import io.heddle.odf.OffsetInterval;

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
