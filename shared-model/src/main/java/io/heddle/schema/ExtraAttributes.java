package io.heddle.schema;

/**
 * Free attributes of a schema, a field or a data event, as the canonical JSON text that is hashed
 * (chain model, "ExtraAttributes as JSON text"). Two values are equal when their canonical texts
 * are.
 */
public record ExtraAttributes(String canonicalJson) {}
