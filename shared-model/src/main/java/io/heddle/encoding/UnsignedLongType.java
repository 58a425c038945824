package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;

/** u64; a {@code Long} holds the bit pattern. */
final class UnsignedLongType extends InlineType<Long> {
  private static final int BITS = 64;

  UnsignedLongType() {
    super("u64");
  }

  @Override
  JsonNode writeJson(Long value) {
    return JsonNumbers.unsigned(value);
  }

  @Override
  Long readJson(JsonNode node, Place place) {
    if (node.isIntegralNumber()) {
      BigInteger value = node.bigIntegerValue();
      if (value.signum() >= 0 && value.bitLength() <= BITS) {
        return value.longValue();
      }
    }
    throw place.expected("a whole number from 0 to 18446744073709551615", node);
  }

  @Override
  void add(BufferWriter writer, int slot, Long value, boolean evenZero) {
    writer.addLong(slot, value, evenZero);
  }

  @Override
  Long read(TableReader table, int slot) {
    return table.int64(slot);
  }

  @Override
  Long whenLeftOut() {
    return 0L;
  }
}
