package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One document of a request.
 *
 * @param index from 0, in the order of the request
 * @param values where the value at each JSON pointer begins
 * @param keys where the key of the value at each JSON pointer begins
 */
public record ManifestDocument(
    int index, JsonNode tree, Map<String, Place> values, Map<String, Place> keys) {

  /** Where a value stands; of one that is not there, where its closest ancestor stands. */
  public @Nullable Place placeOf(String pointer) {
    return nearest(values, pointer);
  }

  /** As {@link #placeOf}, of the value's key. */
  public @Nullable Place placeOfKey(String pointer) {
    Place key = keys.get(pointer);
    return key == null ? placeOf(pointer) : key;
  }

  private static @Nullable Place nearest(Map<String, Place> places, String pointer) {
    String at = pointer;
    while (true) {
      Place place = places.get(at);
      if (place != null || at.isEmpty()) {
        return place;
      }
      at = at.substring(0, at.lastIndexOf('/'));
    }
  }
}
