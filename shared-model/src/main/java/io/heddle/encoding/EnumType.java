package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** An enum of the specification; ordinals are its numbers, constants are spelled as its names. */
final class EnumType<E extends Enum<E>> extends InlineType<E> {
  private final Spellings<E> spellings;

  /**
   * @param width the size of its base type in bytes
   */
  EnumType(Class<E> type, int width) {
    super(type.getSimpleName());
    Map<String, E> byName = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(constant.name(), constant);
    }
    spellings = new Spellings<>(byName);
  }

  @Override
  JsonNode writeJson(E value) {
    return TextNode.valueOf(value.name());
  }

  @Override
  E readJson(JsonNode node, Place place) {
    if (!node.isTextual()) {
      throw place.expected(
          "a %s (%s)".formatted(name(), String.join(", ", spellings.names())), node);
    }
    String text = node.textValue();
    E value = spellings.find(text);
    if (value == null) {
      throw place.expectedOneOf("a " + name(), spellings.names(), Place.quote(text), text);
    }
    return value;
  }
}
