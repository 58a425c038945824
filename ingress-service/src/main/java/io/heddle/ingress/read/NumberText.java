package io.heddle.ingress.read;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the text of a number without making objects: sign, digits, point, exponent. Holds the
 * result of the last scan; for one thread.
 */
final class NumberText {
  /** The most digits that surely fit a long. */
  static final int LONG_DIGITS = 18;

  private static final int EXPONENT_LIMIT = 100_000;

  /** More than any type holds; to make a number of digits costs the square of their count. */
  private static final int EXACT_DIGITS = 200;

  private boolean negative;
  private int digits;
  private long unscaled;
  private int scale;
  private boolean plainInteger;

  /**
   * Scans {@code [+-] digits [. digits] [e [+-] digits]}, with a digit on either side of the point.
   *
   * @return false when the text is no such number
   */
  boolean scan(char[] chars, int from, int to) {
    int at = from;
    negative = at < to && chars[at] == '-';
    if (negative || (at < to && chars[at] == '+')) {
      at++;
    }
    digits = 0;
    unscaled = 0;
    int firstDigit = at;
    at = digits(chars, at, to);
    int mantissaDigits = at - firstDigit;
    scale = 0;
    plainInteger = at == to;
    if (at < to && chars[at] == '.') {
      int point = at++;
      at = digits(chars, at, to);
      scale = at - point - 1;
      mantissaDigits += scale;
    }
    if (mantissaDigits == 0) {
      return false;
    }
    if (at < to && (chars[at] == 'e' || chars[at] == 'E')) {
      at = exponent(chars, at + 1, to);
    }
    return at == to;
  }

  private int digits(char[] chars, int from, int to) {
    int at = from;
    while (at < to && chars[at] >= '0' && chars[at] <= '9') {
      int digit = chars[at++] - '0';
      if (digits > 0 || digit > 0) {
        digits++;
      }
      // Wraps beyond LONG_DIGITS, where nobody looks at it.
      unscaled = unscaled * 10 + digit;
    }
    return at;
  }

  private int exponent(char[] chars, int from, int to) {
    int at = from;
    boolean minus = at < to && chars[at] == '-';
    if (minus || (at < to && chars[at] == '+')) {
      at++;
    }
    int first = at;
    int exponent = 0;
    while (at < to && chars[at] >= '0' && chars[at] <= '9') {
      exponent = Math.min(EXPONENT_LIMIT, exponent * 10 + (chars[at++] - '0'));
    }
    scale += minus ? exponent : -exponent;
    return at == first ? -1 : at;
  }

  boolean isNegative() {
    return negative;
  }

  /** Whether the text is a sign and digits, nothing else. */
  boolean isPlainInteger() {
    return plainInteger;
  }

  /** Whether {@link #unscaled} and {@link #scale} say it all. */
  boolean fitsLong() {
    return digits <= LONG_DIGITS;
  }

  /** The digits as a number, with the sign. */
  long unscaled() {
    return negative ? -unscaled : unscaled;
  }

  /** How far the point stands left of the last digit; negative: how many zeros follow it. */
  int scale() {
    return scale;
  }

  /**
   * The digits with {@code target} of them behind the point, or null when that would lose digits
   * other than zero or needs more than a long.
   */
  @Nullable Long unscaledAt(int target) {
    long value = unscaled();
    int at = scale;
    while (at > target && value % 10 == 0 && value != 0) {
      value /= 10;
      at--;
    }
    if (value == 0) {
      return 0L;
    }
    if (at > target || target - at > LONG_DIGITS) {
      return null;
    }
    for (; at < target; at++) {
      if (Math.abs(value) > Long.MAX_VALUE / 10) {
        return null;
      }
      value *= 10;
    }
    return value;
  }

  /**
   * The value of a text that was scanned, or null when its exponent is beyond all types, so that
   * nobody expands it. Of a value with more digits than any type holds the last ones become a
   * single one, which is as much too long, too large or too fine.
   */
  static @Nullable BigDecimal exact(char[] chars, int from, int to) {
    StringBuilder digits = new StringBuilder();
    boolean negative = false;
    boolean fraction = false;
    long scale = 0;
    int zeros = 0;
    long dropped = 0;
    int at = from;
    for (; at < to && chars[at] != 'e' && chars[at] != 'E'; at++) {
      char c = chars[at];
      negative |= c == '-';
      fraction |= c == '.';
      if (c < '0' || c > '9') {
        continue;
      }
      scale += fraction ? 1 : 0;
      if (c == '0') {
        // Zeros count once another digit follows.
        zeros++;
        continue;
      }
      int before = digits.isEmpty() ? 0 : zeros;
      zeros = 0;
      if (dropped == 0 && digits.length() + before < EXACT_DIGITS) {
        digits.repeat('0', before).append(c);
      } else {
        dropped += before + 1;
      }
    }
    if (digits.isEmpty()) {
      return BigDecimal.ZERO;
    }
    if (dropped > 0) {
      digits.append('1');
      scale -= dropped - 1;
    }
    scale -= zeros + exponentOf(chars, at, to);
    if (Math.abs(scale) > EXPONENT_LIMIT) {
      return null;
    }
    BigInteger unscaled = new BigInteger(digits.toString());
    return new BigDecimal(negative ? unscaled.negate() : unscaled, (int) scale);
  }

  /**
   * The exponent that starts with its letter, if there is one, at most a little above the limit.
   */
  private static long exponentOf(char[] chars, int from, int to) {
    long exponent = 0;
    boolean minus = false;
    for (int at = from + 1; at < to; at++) {
      if (chars[at] == '-') {
        minus = true;
      } else if (chars[at] != '+') {
        exponent = Math.min(Integer.MAX_VALUE, exponent * 10 + (chars[at] - '0'));
      }
    }
    return minus ? -exponent : exponent;
  }
}
