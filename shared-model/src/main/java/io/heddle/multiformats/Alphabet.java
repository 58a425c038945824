package io.heddle.multiformats;

import java.util.Arrays;

/** The digits of a base, and what each character stands for. */
final class Alphabet {
  static final String LETTERS_AND_DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  private static final int ASCII = 128;

  private final String digits;
  private final byte[] values = new byte[ASCII];

  private Alphabet(String digits, boolean foldCase) {
    this.digits = digits;
    Arrays.fill(values, (byte) -1);
    for (int value = 0; value < digits.length(); value++) {
      char digit = digits.charAt(value);
      values[digit] = (byte) value;
      if (foldCase) {
        values[Character.toLowerCase(digit)] = (byte) value;
        values[Character.toUpperCase(digit)] = (byte) value;
      }
    }
  }

  static Alphabet exact(String digits) {
    return new Alphabet(digits, false);
  }

  /** Reads letters of either case; writes those given. */
  static Alphabet foldingCase(String digits) {
    return new Alphabet(digits, true);
  }

  int size() {
    return digits.length();
  }

  char digit(int value) {
    return digits.charAt(value);
  }

  int value(String text, int at) {
    char digit = text.charAt(at);
    int value = digit < ASCII ? values[digit] : -1;
    if (value < 0) {
      throw new MultiformatException(
          "%s: character %d is no digit of its base%d encoding"
              .formatted(MultiformatException.excerpt(text), at + 1, size()));
    }
    return value;
  }
}
