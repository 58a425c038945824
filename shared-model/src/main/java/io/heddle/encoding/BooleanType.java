package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;

/** bool. */
final class BooleanType extends InlineType<Boolean> {
  BooleanType() {
    super("bool");
  }

  @Override
  JsonNode writeJson(Boolean value) {
    return BooleanNode.valueOf(value);
  }

  @Override
  Boolean readJson(JsonNode node, Place place) {
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    throw place.expected("true or false", node);
  }

  @Override
  void add(BufferWriter writer, int slot, Boolean value, boolean evenZero) {
    writer.addByte(slot, value ? 1 : 0, evenZero);
  }

  @Override
  Boolean read(TableReader table, int slot) {
    return switch (table.int8(slot)) {
      case 0 -> false;
      case 1 -> true;
      default -> throw BufferReader.malformed("a truth value is neither 0 nor 1");
    };
  }

  @Override
  Boolean whenLeftOut() {
    return false;
  }
}
