package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;

/** u32; an {@code Integer} holds the bit pattern. */
final class UnsignedIntType extends InlineType<Integer> {
  private static final long MAX = 0xffff_ffffL;

  UnsignedIntType() {
    super("u32");
  }

  @Override
  JsonNode writeJson(Integer value) {
    return JsonNumbers.signed(Integer.toUnsignedLong(value));
  }

  @Override
  Integer readJson(JsonNode node, Place place) {
    if (node.isIntegralNumber()
        && node.canConvertToLong()
        && node.longValue() >= 0
        && node.longValue() <= MAX) {
      return (int) node.longValue();
    }
    throw place.expected("a whole number from 0 to " + MAX, node);
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
