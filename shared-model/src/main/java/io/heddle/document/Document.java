package io.heddle.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One document of a text.
 *
 * @param index from 0, in the order of the text
 * @param values where the value at each JSON pointer begins
 * @param keys where the key of the value at each JSON pointer begins
 */
public record Document(
    int index, JsonNode tree, Map<String, TextPosition> values, Map<String, TextPosition> keys) {

  /** Where a value stands; of one that is not there, where its closest ancestor stands. */
  public @Nullable TextPosition placeOf(String pointer) {
    return nearest(values, pointer);
  }

  /** As {@link #placeOf}, of the value's key. */
  public @Nullable TextPosition placeOfKey(String pointer) {
    TextPosition key = keys.get(pointer);
    return key == null ? placeOf(pointer) : key;
  }

  /** The JSON pointer (RFC 6901) of a member. */
  public static String below(String pointer, String key) {
    return pointer + "/" + key.replace("~", "~0").replace("/", "~1");
  }

  private static @Nullable TextPosition nearest(Map<String, TextPosition> places, String pointer) {
    String at = pointer;
    while (true) {
      TextPosition place = places.get(at);
      if (place != null || at.isEmpty()) {
        return place;
      }
      at = at.substring(0, at.lastIndexOf('/'));
    }
  }
}
