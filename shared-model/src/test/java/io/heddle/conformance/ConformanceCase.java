package io.heddle.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One vector or one case.
 *
 * @param format the vector file's name without {@code .json}, or the case file's {@code kind/group}
 * @param id the vector's {@code name} or the case's {@code id}
 * @param content all of it, as it stands in the file
 */
public record ConformanceCase(String format, String id, JsonNode content) {
  /** A member of the case; a missing node if it has none of this name. */
  public JsonNode get(String member) {
    return content.path(member);
  }

  /** The text of a member that must be there. */
  public String text(String member) {
    JsonNode node = content.path(member);
    if (!node.isTextual()) {
      throw new AssertionError("%s %s has no text %s".formatted(format, id, member));
    }
    return node.textValue();
  }
}
