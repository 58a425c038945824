package io.heddle.multiformats;

import java.util.Arrays;

/** Base58 with Bitcoin's alphabet: the bytes as one large number, leading zero bytes as ones. */
final class Base58 implements Multibase.DigitEncoding {
  private static final Alphabet ALPHABET =
      Alphabet.exact("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");

  @Override
  public String encode(byte[] bytes) {
    int zeros = 0;
    while (zeros < bytes.length && bytes[zeros] == 0) {
      zeros++;
    }
    StringBuilder reversed = new StringBuilder(bytes.length * 3 / 2 + 1);
    byte[] number = bytes.clone();
    int start = zeros;
    while (start < number.length) {
      reversed.append(ALPHABET.digit(divide(number, start, 256, 58)));
      while (start < number.length && number[start] == 0) {
        start++;
      }
    }
    return reversed.append("1".repeat(zeros)).reverse().toString();
  }

  @Override
  public byte[] decode(String text, int from) {
    byte[] digits = new byte[text.length() - from];
    for (int index = 0; index < digits.length; index++) {
      digits[index] = (byte) ALPHABET.value(text, from + index);
    }
    int zeros = 0;
    while (zeros < digits.length && digits[zeros] == 0) {
      zeros++;
    }
    byte[] bytes = new byte[digits.length];
    int first = bytes.length;
    int start = zeros;
    while (start < digits.length) {
      bytes[--first] = (byte) divide(digits, start, 58, 256);
      while (start < digits.length && digits[start] == 0) {
        start++;
      }
    }
    return Arrays.copyOfRange(bytes, first - zeros, bytes.length);
  }

  /** Divides the number in place and gives the remainder. */
  private static int divide(byte[] number, int start, int base, int divisor) {
    int remainder = 0;
    for (int at = start; at < number.length; at++) {
      int digit = remainder * base + (number[at] & 0xff);
      number[at] = (byte) (digit / divisor);
      remainder = digit % divisor;
    }
    return remainder;
  }
}
