package io.heddle.chain;

import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ETag;

/** Where a reference points, and the version that a conditional move relies on. */
public record BlockRef(RefName name, Multihash target, ETag version) {}
