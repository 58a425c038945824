package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The description of one type of the specification, from which all of its encodings follow.
 * Immutable and safe for any thread.
 *
 * @param <T> the values in Java
 */
public abstract sealed class OdfType<T> permits InlineType, OutOfLineType, UnionType {
  private final String name;

  OdfType(String name) {
    this.name = name;
  }

  /** The name of the type in the specification. */
  public final String name() {
    return name;
  }

  /**
   * The value as a tree in canonical spelling: keys in the order of the specification, absent
   * fields left out.
   */
  public final JsonNode toJson(T value) {
    return writeJson(value);
  }

  /**
   * Reads a tree, as tolerant as the specification allows and no more: unknown keys and missing
   * ones are refused, an explicit null is an absent value.
   *
   * @throws DocumentException when the tree is no value of this type
   */
  public final T fromJson(JsonNode node) {
    return readJson(node, Place.ROOT);
  }

  abstract JsonNode writeJson(T value);

  abstract T readJson(JsonNode node, Place place);

  @Override
  public final String toString() {
    return name;
  }
}
