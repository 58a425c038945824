package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Where in a document a value stands. */
final class Place {
  static final Place ROOT = new Place(null, "", 0);

  /** Far deeper than any schema that makes sense, shallow enough for any stack. */
  private static final int MAX_DEPTH = 200;

  private static final int EXCERPT_LENGTH = 60;

  private final @Nullable Place parent;
  private final String step;
  private final int depth;

  private Place(@Nullable Place parent, String step, int depth) {
    this.parent = parent;
    this.step = step;
    this.depth = depth;
  }

  Place key(String key) {
    return below(key);
  }

  Place index(int index) {
    return below(Integer.toString(index));
  }

  private Place below(String next) {
    if (depth >= MAX_DEPTH) {
      throw new DocumentException(
          pointer(), "at most %d levels of nesting".formatted(MAX_DEPTH), "more", null);
    }
    return new Place(this, next, depth + 1);
  }

  String pointer() {
    return parent == null
        ? ""
        : parent.pointer() + "/" + step.replace("~", "~0").replace("/", "~1");
  }

  DocumentException expected(String expected, JsonNode found) {
    return new DocumentException(pointer(), expected, describe(found), null);
  }

  DocumentException expected(String expected, String found) {
    return new DocumentException(pointer(), expected, found, null);
  }

  /** As {@link #expected(String, String)}, with the closest of {@code names} as a suggestion. */
  DocumentException expectedOneOf(
      String what, Collection<String> names, String found, String foundName) {
    return new DocumentException(
        pointer(),
        what + " (" + String.join(", ", names) + ")",
        found,
        Suggestion.closest(foundName, names).orElse(null));
  }

  static String describe(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case NULL, MISSING -> "nothing";
      case STRING -> quote(node.textValue());
      default -> cut(node.asText());
    };
  }

  static String quote(String text) {
    return '"' + cut(text) + '"';
  }

  private static String cut(String text) {
    return text.length() <= EXCERPT_LENGTH ? text : text.substring(0, EXCERPT_LENGTH) + "…";
  }
}
