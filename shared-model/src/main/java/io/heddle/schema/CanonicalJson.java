package io.heddle.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * The one JSON text of a value that is hashed: no white space, keys by their UTF-8 bytes, numbers
 * and escapes as the chain model prescribes.
 */
final class CanonicalJson {
  private static final Comparator<String> BY_UTF8_BYTES =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  private static final double PLAIN_FROM = 1e-5;
  private static final double PLAIN_BELOW = 1e16;

  private final StringBuilder text = new StringBuilder();

  private CanonicalJson() {}

  static String text(JsonNode node) {
    CanonicalJson writer = new CanonicalJson();
    writer.write(node);
    return writer.text.toString();
  }

  private void write(JsonNode node) {
    switch (node.getNodeType()) {
      case OBJECT -> writeObject((ObjectNode) node);
      case ARRAY -> writeArray((ArrayNode) node);
      case STRING -> writeString(node.textValue());
      case NUMBER -> writeNumber(node);
      case BOOLEAN -> text.append(node.booleanValue());
      case NULL -> text.append("null");
      default -> throw new IllegalArgumentException("no JSON value: " + node.getNodeType().name());
    }
  }

  private void writeObject(ObjectNode object) {
    List<String> keys = new ArrayList<>(object.size());
    object.fieldNames().forEachRemaining(keys::add);
    keys.sort(BY_UTF8_BYTES);
    text.append('{');
    String separator = "";
    for (String key : keys) {
      text.append(separator);
      writeString(key);
      text.append(':');
      write(object.get(key));
      separator = ",";
    }
    text.append('}');
  }

  private void writeArray(ArrayNode array) {
    text.append('[');
    String separator = "";
    for (JsonNode item : array) {
      text.append(separator);
      write(item);
      separator = ",";
    }
    text.append(']');
  }

  private void writeString(String value) {
    text.append('"');
    for (int index = 0; index < value.length(); index++) {
      char character = value.charAt(index);
      switch (character) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\b' -> text.append("\\b");
        case '\t' -> text.append("\\t");
        case '\n' -> text.append("\\n");
        case '\f' -> text.append("\\f");
        case '\r' -> text.append("\\r");
        default -> {
          if (character < ' ') {
            text.append("\\u").append(HexFormat.of().toHexDigits(character));
          } else {
            text.append(character);
          }
        }
      }
    }
    text.append('"');
  }

  private void writeNumber(JsonNode number) {
    if (number.isIntegralNumber()) {
      text.append(number.bigIntegerValue());
      return;
    }
    double value = number.doubleValue();
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("no JSON number: " + number.asText());
    }
    text.append(decimal(value));
  }

  /** The shortest digits that give back {@code value}, with a fraction or an exponent. */
  private static String decimal(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    double magnitude = Math.abs(value);
    if (magnitude >= PLAIN_FROM && magnitude < PLAIN_BELOW) {
      String plain = shortest.toPlainString();
      return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
    String digits = shortest.unscaledValue().abs().toString();
    int exponent = shortest.precision() - shortest.scale() - 1;
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return (value < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + exponent;
  }
}
