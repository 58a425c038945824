package io.heddle.odf;

import io.heddle.multiformats.Multihash;

/**
 * One immutable data file of a dataset; {@code size} is in bytes.
 *
 * @param logicalHash of the rows, whatever the file format
 * @param physicalHash of the file's bytes, which names it in the store
 */
public record DataSlice(
    Multihash logicalHash, Multihash physicalHash, OffsetInterval offsetInterval, long size) {}
