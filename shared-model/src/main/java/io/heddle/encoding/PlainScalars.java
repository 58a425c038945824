package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** What YAML texts without quotes stand for: JSON's scalars, else texts. */
final class PlainScalars {
  private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]*+)");
  private static final Pattern DECIMAL =
      Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][-+]?[0-9]++)?");

  /** Numbers and words of YAML 1.1 that its readers take for something else than a text. */
  private static final Pattern AMBIGUOUS =
      Pattern.compile(
          "[-+]?[0-9._][0-9a-fA-FxXoO._:eE+-]*|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)"
              + "|y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|<<|=");

  private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T.*");

  private static final int MAX_DIGITS = 100;

  private PlainScalars() {}

  /** The value; empty for a number that no JSON document can hold exactly or nearly. */
  static Optional<JsonNode> resolve(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> Optional.of(NullNode.getInstance());
      case "true", "True", "TRUE" -> Optional.of(BooleanNode.TRUE);
      case "false", "False", "FALSE" -> Optional.of(BooleanNode.FALSE);
      default -> number(text);
    };
  }

  /** Whether {@code text} needs quotes to stay a text for readers of YAML 1.1 and 1.2 alike. */
  static boolean needsQuotes(String text) {
    return !resolve(text).filter(JsonNode::isTextual).isPresent()
        || (AMBIGUOUS.matcher(text).matches() && !TIMESTAMP.matcher(text).matches());
  }

  private static Optional<JsonNode> number(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      return Optional.of(TextNode.valueOf(text));
    }
    if (text.length() > MAX_DIGITS) {
      return Optional.empty();
    }
    if (INTEGER.matcher(text).matches()) {
      BigInteger value = new BigInteger(text);
      return Optional.of(
          value.bitLength() < Long.SIZE
              ? JsonNumbers.signed(value.longValue())
              : BigIntegerNode.valueOf(value));
    }
    double value = Double.parseDouble(text);
    return Double.isFinite(value) ? Optional.of(DoubleNode.valueOf(value)) : Optional.empty();
  }
}
