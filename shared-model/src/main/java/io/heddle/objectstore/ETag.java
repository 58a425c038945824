package io.heddle.objectstore;

/**
 * The version of an object as its store names it. Opaque: it is good for {@link
 * ObjectStore#putIfMatch} and nothing else, least of all as a hash of the content.
 */
public record ETag(String value) {}
