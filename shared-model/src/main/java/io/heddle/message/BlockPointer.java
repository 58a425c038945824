package io.heddle.message;

import io.heddle.multiformats.Multihash;

/** A block, by hash and sequence number. */
public record BlockPointer(Multihash hash, long sequenceNumber) {}
