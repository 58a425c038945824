package io.heddle.objectstore;

import java.time.Instant;

/** What a store says about an object without its content; {@code size} is in bytes. */
public record ObjectInfo(String key, long size, ETag etag, Instant lastModified) {}
