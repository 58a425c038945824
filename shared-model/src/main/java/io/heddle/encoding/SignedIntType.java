package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;

/** i32. */
final class SignedIntType extends InlineType<Integer> {
  SignedIntType() {
    super("i32");
  }

  @Override
  JsonNode writeJson(Integer value) {
    return IntNode.valueOf(value);
  }

  @Override
  Integer readJson(JsonNode node, Place place) {
    if (node.isIntegralNumber() && node.canConvertToInt()) {
      return node.intValue();
    }
    throw place.expected(
        "a whole number from %d to %d".formatted(Integer.MIN_VALUE, Integer.MAX_VALUE), node);
  }

  @Override
  void add(BufferWriter writer, int slot, Integer value, boolean evenZero) {
    writer.addInt(slot, value, evenZero);
  }

  @Override
  Integer read(TableReader table, int slot) {
    return table.int32(slot);
  }

  @Override
  Integer whenLeftOut() {
    return 0;
  }
}
