package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

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

  /** How many slots of a table a field of this type takes. */
  int slots() {
    return 1;
  }

  /** Builds what stands outside of the table that has the value; 0 when nothing does. */
  abstract int buildOutside(BufferWriter writer, T value);

  /**
   * Fills the slot of the table that has the value.
   *
   * @param outside what {@link #buildOutside} gave
   * @param evenZero whether a number is written even when it is 0, the default
   */
  abstract void addTo(BufferWriter writer, int slot, T value, int outside, boolean evenZero);

  /** The value in a slot of a table, or null when it is not there. */
  abstract @Nullable T readFrom(TableReader table, int slot);

  /** What a required field holds that is not there: 0 for a number, else it is missing. */
  @Nullable T whenLeftOut() {
    return null;
  }

  @Override
  public final String toString() {
    return name;
  }
}
