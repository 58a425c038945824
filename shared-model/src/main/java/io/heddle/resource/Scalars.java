package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The plain values of resources and the ways in which they may be written. */
final class Scalars {
  private static final Pattern INTEGER = Pattern.compile("\\d+(?:_\\d+)*");
  private static final Pattern DURATION_PART = Pattern.compile("(\\d+)\\s*([A-Za-z]+)\\s*");
  private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([KMGTP]?i?)B?");
  private static final Map<String, Duration> UNITS =
      Map.ofEntries(
          Map.entry("ns", Duration.ofNanos(1)),
          Map.entry("us", Duration.ofNanos(1000)),
          Map.entry("ms", Duration.ofMillis(1)),
          Map.entry("s", Duration.ofSeconds(1)),
          Map.entry("sec", Duration.ofSeconds(1)),
          Map.entry("m", Duration.ofMinutes(1)),
          Map.entry("min", Duration.ofMinutes(1)),
          Map.entry("h", Duration.ofHours(1)),
          Map.entry("hr", Duration.ofHours(1)),
          Map.entry("hour", Duration.ofHours(1)),
          Map.entry("d", Duration.ofDays(1)),
          Map.entry("day", Duration.ofDays(1)),
          Map.entry("w", Duration.ofDays(7)),
          Map.entry("week", Duration.ofDays(7)));

  /** More than any number that fits 64 bits has; long ones take long to read. */
  private static final int MAX_DIGITS = 40;

  private static final int MAX_SHOWN = 40;

  private Scalars() {}

  static String text(JsonNode node, String pointer) {
    if (!node.isTextual()) {
      throw new IllegalArgumentException(
          "expected a text, found %s%s"
              .formatted(
                  ObjectReader.describe(node), node.isValueNode() ? "; put it into quotes" : ""));
    }
    return node.textValue();
  }

  static boolean bool(JsonNode node, String pointer) {
    if (!node.isBoolean()) {
      throw new IllegalArgumentException(
          "expected true or false, found " + ObjectReader.describe(node));
    }
    return node.booleanValue();
  }

  /** A count; quotes and underscores between digits are allowed. */
  static long count(JsonNode node, String pointer) {
    String text = node.isIntegralNumber() || node.isTextual() ? node.asText() : "";
    if (!INTEGER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "expected a whole number, 0 or more, found " + ObjectReader.describe(node));
    }
    String digits = text.replace("_", "");
    if (digits.length() > MAX_DIGITS || new BigInteger(digits).bitLength() > 63) {
      throw new IllegalArgumentException("'%s' is too large".formatted(shortened(text)));
    }
    BigInteger value = new BigInteger(digits);
    return value.longValue();
  }

  /** {@code 10min}, {@code 1h30m}, {@code PT1H}. */
  static Duration duration(JsonNode node, String pointer) {
    String text = text(node, pointer).strip();
    if (text.startsWith("P")) {
      try {
        return Duration.parse(text);
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException("'%s' is not a duration".formatted(text), e);
      }
    }
    Matcher part = DURATION_PART.matcher(text);
    Duration sum = Duration.ZERO;
    int read = 0;
    while (part.find() && part.start() == read) {
      Duration unit = UNITS.get(part.group(2));
      if (unit == null) {
        break;
      }
      sum = sum.plus(times(unit, part.group(1), text));
      read = part.end();
    }
    if (text.isEmpty() || read != text.length()) {
      throw new IllegalArgumentException(
          "'%s' is not a duration such as 30s, 10min, 1h30m or PT1H".formatted(text));
    }
    return sum;
  }

  private static Duration times(Duration unit, String count, String text) {
    try {
      return unit.multipliedBy(Long.parseLong(count));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is too long".formatted(shortened(text)), e);
    }
  }

  private static String shortened(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }

  /** {@code 100MiB}, {@code 10Gi}, {@code 1GB}, or a number of bytes. */
  static long byteSize(JsonNode node, String pointer) {
    if (node.isIntegralNumber()) {
      return count(node, pointer);
    }
    Matcher size = SIZE.matcher(text(node, pointer).strip().replace("_", ""));
    if (!size.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a size such as 100MiB, 10Gi or 1GB".formatted(node.asText()));
    }
    String unit = size.group(2);
    int power = unit.isEmpty() ? 0 : "KMGTP".indexOf(unit.charAt(0)) + 1;
    BigDecimal base = new BigDecimal(unit.endsWith("i") ? 1024 : 1000);
    if (size.group(1).length() > MAX_DIGITS) {
      throw new IllegalArgumentException("'%s' is too large".formatted(shortened(node.asText())));
    }
    try {
      return new BigDecimal(size.group(1)).multiply(base.pow(power)).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "'%s' is not a whole number of bytes that fits 64 bits".formatted(node.asText()), e);
    }
  }

  static UUID uuid(JsonNode node, String pointer) {
    String text = text(node, pointer);
    if (!UuidText.isUuid(text)) {
      throw new IllegalArgumentException("'%s' is not a UUID".formatted(text));
    }
    return UUID.fromString(text);
  }

  static Instant instant(JsonNode node, String pointer) {
    try {
      return Instant.parse(text(node, pointer));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("'%s' is not a time".formatted(node.asText()), e);
    }
  }

  static ResourceName name(JsonNode node, String pointer) {
    return new ResourceName(text(node, pointer));
  }

  /** An enum in one of the spellings of unions and enums: PascalCase, camelCase, lower case. */
  static <E extends Enum<E>> ObjectReader.Decoder<E> oneOf(Class<E> type) {
    return (node, pointer) -> {
      String text = text(node, pointer);
      return Arrays.stream(type.getEnumConstants())
          .filter(value -> isSpelling(text, value.name()))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "'%s' is none of %s"
                          .formatted(
                              text,
                              Arrays.stream(type.getEnumConstants())
                                  .map(Enum::name)
                                  .collect(Collectors.joining(", ")))));
    };
  }

  static boolean isSpelling(String text, String name) {
    return text.equals(name)
        || text.equals(name.toLowerCase(Locale.ROOT))
        || text.equals(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
  }
}
