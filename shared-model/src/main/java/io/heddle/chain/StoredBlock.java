package io.heddle.chain;

import io.heddle.multiformats.Multihash;

/** A block and the hash that names it. */
public record StoredBlock(Multihash hash, MetadataBlock block) {}
