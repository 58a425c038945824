package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An enum of the specification; ordinals are its numbers, constants are spelled as its names. */
final class EnumType<E extends Enum<E>> extends InlineType<E> {
  private final List<E> constants;
  private final Spellings<E> spellings;
  private final int width;

  /**
   * @param width the size of its base type in bytes
   */
  EnumType(Class<E> type, int width) {
    super(type.getSimpleName());
    this.width = width;
    constants = List.of(type.getEnumConstants());
    Map<String, E> byName = new LinkedHashMap<>();
    for (E constant : constants) {
      byName.put(constant.name(), constant);
    }
    spellings = new Spellings<>(byName);
  }

  List<E> constants() {
    return constants;
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

  @SuppressWarnings("EnumOrdinal") // our enums are numbered as the specification's
  @Override
  void add(BufferWriter writer, int slot, E value, boolean evenZero) {
    if (width == Short.BYTES) {
      writer.addShort(slot, value.ordinal(), evenZero);
    } else {
      writer.addInt(slot, value.ordinal(), evenZero);
    }
  }

  @Override
  E read(TableReader table, int slot) {
    int number = width == Short.BYTES ? table.int16(slot) : table.int32(slot);
    if (number < 0 || number >= constants.size()) {
      throw BufferReader.malformed("%s has no value %d".formatted(name(), number));
    }
    return constants.get(number);
  }

  @Override
  E whenLeftOut() {
    return constants.get(0);
  }
}
