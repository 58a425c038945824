package io.heddle.message;

import static java.util.Objects.requireNonNull;

import io.heddle.multiformats.Multihash;

/** A block, by hash and sequence number. */
public record BlockPointer(Multihash hash, long sequenceNumber) {
  public BlockPointer {
    requireNonNull(hash, "hash");
  }
}
