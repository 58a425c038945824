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
}
