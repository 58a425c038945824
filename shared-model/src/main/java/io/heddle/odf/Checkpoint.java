package io.heddle.odf;

import io.heddle.multiformats.Multihash;

/** A checkpoint file; {@code size} is in bytes. */
public record Checkpoint(Multihash physicalHash, long size) {}
