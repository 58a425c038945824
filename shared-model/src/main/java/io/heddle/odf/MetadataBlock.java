package io.heddle.odf;

import io.heddle.multiformats.Multihash;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One link of the chain.
 *
 * @param prevBlockHash null only in the first block
 * @param sequenceNumber unsigned, 0 for the first block
 */
public record MetadataBlock(
    Instant systemTime,
    @Nullable Multihash prevBlockHash,
    long sequenceNumber,
    MetadataEvent event) {}
