package io.heddle.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Free attributes of a schema, a field or a data event, as the canonical JSON text that is hashed
 * (chain model, "ExtraAttributes as JSON text"). Two values are equal when their canonical texts
 * are.
 *
 * @param canonicalJson a JSON object in the canonical form; {@link #of} and {@link #parse} make it
 */
public record ExtraAttributes(String canonicalJson) {
  /** Deep enough for any attribute, shallow enough for any stack. */
  private static final int MAX_DEPTH = 100;

  private static final JsonMapper STRICT =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * The attributes of a JSON object.
   *
   * @throws IllegalArgumentException when it holds what JSON cannot, as an infinite number
   */
  public static ExtraAttributes of(ObjectNode attributes) {
    return new ExtraAttributes(CanonicalJson.text(attributes));
  }

  /**
   * Reads the text of a JSON object, canonical or not.
   *
   * @throws IllegalArgumentException when it is none, or has one key twice
   */
  public static ExtraAttributes parse(String json) {
    return of(read(json));
  }

  /** The attributes as a tree of their own. */
  public ObjectNode toJson() {
    return read(canonicalJson);
  }

  private static ObjectNode read(String json) {
    try {
      JsonNode node = STRICT.readTree(json);
      if (node instanceof ObjectNode object) {
        return object;
      }
      throw new IllegalArgumentException("extra attributes are not a JSON object");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "extra attributes are not valid JSON: " + e.getOriginalMessage(), e);
    }
  }
}
