package io.heddle.objectstore;

import java.time.Instant;

/**
 * What a store says about an object without its content.
 *
 * @param size in bytes
 * @param lastModified the same from every method of one store; to the second where it is S3
 */
public record ObjectInfo(String key, long size, ETag etag, Instant lastModified) {}
