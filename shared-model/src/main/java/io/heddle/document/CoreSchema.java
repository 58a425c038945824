package io.heddle.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an unquoted YAML text stands for, by the core schema of YAML 1.2. Two things are texts
 * although the schema sees numbers in them: infinities and NaN, which JSON does not have, and
 * decimal integers that begin with a zero, which mostly are postcodes and the like.
 */
public final class CoreSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MAX_NUMBER_LENGTH = 100;
  private static final Pattern INTEGER = Pattern.compile("[-+]?(?:0|[1-9][0-9]*+)");
  private static final Pattern OCTAL = Pattern.compile("0o[0-7]++");
  private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]++");
  private static final Pattern DECIMAL =
      Pattern.compile(
          "[-+]?(?:\\.[0-9]++|(?:0|[1-9][0-9]*+)(?:\\.[0-9]*+)?+)(?:[eE][-+]?[0-9]++)?");

  /** Larger exponents make numbers that nobody can calculate with in exact form. */
  private static final Pattern HUGE_EXPONENT = Pattern.compile(".*[eE][-+]?0*+[0-9]{5,}");

  /** Numbers and words of YAML 1.1 that its readers take for something else than a text. */
  private static final Pattern AMBIGUOUS =
      Pattern.compile(
          "[-+]?[0-9._][0-9a-fA-FxXoO._:eE+-]*|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)"
              + "|y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|<<|=");

  private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T.*");

  private CoreSchema() {}

  /** The value, numbers in their exact form; empty for a number that is too long or too large. */
  static Optional<JsonNode> resolve(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> Optional.of(JSON.nullNode());
      case "true", "True", "TRUE" -> Optional.of(JSON.booleanNode(true));
      case "false", "False", "FALSE" -> Optional.of(JSON.booleanNode(false));
      default -> number(text);
    };
  }

  /** Whether {@code text} without quotes is anything but that text. */
  public static boolean isValue(String text) {
    return resolve(text).filter(JsonNode::isTextual).isEmpty();
  }

  /** Whether {@code text} needs quotes to stay a text for readers of YAML 1.1 and 1.2 alike. */
  static boolean needsQuotes(String text) {
    return isValue(text)
        || (AMBIGUOUS.matcher(text).matches() && !TIMESTAMP.matcher(text).matches());
  }

  private static Optional<JsonNode> number(String text) {
    boolean octal = OCTAL.matcher(text).matches();
    boolean hexadecimal = HEXADECIMAL.matcher(text).matches();
    if (!octal && !hexadecimal && !DECIMAL.matcher(text).matches()) {
      return Optional.of(JSON.textNode(text));
    }
    if (text.length() > MAX_NUMBER_LENGTH || HUGE_EXPONENT.matcher(text).matches()) {
      return Optional.empty();
    }
    if (octal) {
      return Optional.of(integer(new BigInteger(text.substring(2), 8)));
    }
    if (hexadecimal) {
      return Optional.of(integer(new BigInteger(text.substring(2), 16)));
    }
    return Optional.of(
        INTEGER.matcher(text).matches()
            ? integer(new BigInteger(text))
            : DecimalNode.valueOf(new BigDecimal(text)));
  }

  private static JsonNode integer(BigInteger value) {
    if (value.bitLength() < Integer.SIZE) {
      return JSON.numberNode(value.intValueExact());
    }
    return value.bitLength() < Long.SIZE
        ? JSON.numberNode(value.longValueExact())
        : JSON.numberNode(value);
  }
}
