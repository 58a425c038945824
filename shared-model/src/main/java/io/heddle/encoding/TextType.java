package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.function.UnaryOperator;

/** A string, possibly of a certain form. */
final class TextType extends OutOfLineType<String> {
  private final String expected;
  private final UnaryOperator<String> normalise;

  /**
   * @param normalise gives the text to keep, or throws IllegalArgumentException
   */
  TextType(String name, String expected, UnaryOperator<String> normalise) {
    super(name);
    this.expected = expected;
    this.normalise = normalise;
  }

  @Override
  JsonNode writeJson(String value) {
    return TextNode.valueOf(value);
  }

  @Override
  String readJson(JsonNode node, Place place) {
    if (!node.isTextual()) {
      throw place.expected(expected, node);
    }
    try {
      return normalise.apply(node.textValue());
    } catch (IllegalArgumentException e) {
      throw place.expected(expected, String.valueOf(e.getMessage()));
    }
  }

  @Override
  int build(BufferWriter writer, String value) {
    return writer.buildText(value);
  }

  @Override
  String read(BufferReader buffer, int position) {
    String text = buffer.text(position);
    try {
      return normalise.apply(text);
    } catch (IllegalArgumentException e) {
      throw BufferReader.malformed("expected " + expected + ", found " + e.getMessage());
    }
  }
}
