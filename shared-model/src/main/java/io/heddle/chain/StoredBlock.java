package io.heddle.chain;

import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;

/** A block and the hash that names it. */
public record StoredBlock(Multihash hash, MetadataBlock block) {}
