package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * What an unquoted YAML text stands for. Dates, {@code on}, {@code yes} and numbers with leading
 * zeros are texts; infinities and NaN, which JSON does not have, as well.
 */
public final class CoreSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MAX_NUMBER_LENGTH = 100;
  private static final Pattern INTEGER = Pattern.compile("[-+]?(?:0|[1-9][0-9]*)");
  private static final Pattern OCTAL = Pattern.compile("0o[0-7]+");
  private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]+");
  private static final Pattern DECIMAL =
      Pattern.compile(
          "[-+]?(?:\\.[0-9]+|(?:0|[1-9][0-9]*)\\.[0-9]*|(?:0|[1-9][0-9]*)(?=[eE]))(?:[eE][-+]?[0-9]{1,4})?");

  private CoreSchema() {}

  public static JsonNode resolve(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> JSON.nullNode();
      case "true", "True", "TRUE" -> JSON.booleanNode(true);
      case "false", "False", "FALSE" -> JSON.booleanNode(false);
      default -> text.length() > MAX_NUMBER_LENGTH ? JSON.textNode(text) : number(text);
    };
  }

  private static JsonNode number(String text) {
    if (INTEGER.matcher(text).matches()) {
      return integer(new BigInteger(text.startsWith("+") ? text.substring(1) : text));
    }
    if (OCTAL.matcher(text).matches()) {
      return integer(new BigInteger(text.substring(2), 8));
    }
    if (HEXADECIMAL.matcher(text).matches()) {
      return integer(new BigInteger(text.substring(2), 16));
    }
    return DECIMAL.matcher(text).matches()
        ? DecimalNode.valueOf(new BigDecimal(text))
        : JSON.textNode(text);
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
