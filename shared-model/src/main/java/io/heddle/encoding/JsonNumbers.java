package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.math.BigInteger;

/** Number nodes of the same classes that a parser makes, so that trees can be compared. */
final class JsonNumbers {
  private JsonNumbers() {}

  static JsonNode unsigned(long bits) {
    return bits < 0
        ? BigIntegerNode.valueOf(new BigInteger(Long.toUnsignedString(bits)))
        : signed(bits);
  }

  static JsonNode signed(long value) {
    return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
  }
}
