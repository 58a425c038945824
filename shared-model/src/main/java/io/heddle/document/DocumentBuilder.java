package io.heddle.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/** The places and the size of a document while it is read. */
final class DocumentBuilder {
  private final int index;
  private final DocumentLimits limits;
  private final Map<String, TextPosition> values = new HashMap<>();
  private final Map<String, TextPosition> keys = new HashMap<>();
  private int nodes;

  DocumentBuilder(int index, DocumentLimits limits) {
    this.index = index;
    this.limits = limits;
  }

  void value(String pointer, int depth, TextPosition place) {
    values.putIfAbsent(pointer, place);
    if (++nodes > limits.nodes()) {
      throw malformed(place, "more than %d values in one document".formatted(limits.nodes()));
    }
    if (depth > limits.depth()) {
      throw malformed(place, "more than %d levels of nesting".formatted(limits.depth()));
    }
  }

  void key(String pointer, TextPosition place) {
    keys.putIfAbsent(pointer, place);
  }

  MalformedDocumentException malformed(TextPosition place, String message) {
    return new MalformedDocumentException(index, place, message);
  }

  Document build(JsonNode tree) {
    return new Document(index, tree, values, keys);
  }
}
