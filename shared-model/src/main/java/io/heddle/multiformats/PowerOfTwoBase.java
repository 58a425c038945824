package io.heddle.multiformats;

import java.util.Arrays;

/** Bases 16, 32 and 64: each digit holds a fixed number of bits, the highest first. */
final class PowerOfTwoBase implements Multibase.DigitEncoding {
  private final Alphabet alphabet;
  private final int bitsPerDigit;
  private final boolean padded;

  PowerOfTwoBase(Alphabet alphabet, boolean padded) {
    this.alphabet = alphabet;
    this.bitsPerDigit = Integer.numberOfTrailingZeros(alphabet.size());
    this.padded = padded;
  }

  @Override
  public String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder((bytes.length * 8) / bitsPerDigit + 4);
    int pending = 0;
    int pendingBits = 0;
    for (byte next : bytes) {
      pending = (pending << 8) | (next & 0xff);
      pendingBits += 8;
      while (pendingBits >= bitsPerDigit) {
        pendingBits -= bitsPerDigit;
        text.append(alphabet.digit((pending >>> pendingBits) & (alphabet.size() - 1)));
      }
    }
    if (pendingBits > 0) {
      int last = (pending << (bitsPerDigit - pendingBits)) & (alphabet.size() - 1);
      text.append(alphabet.digit(last));
    }
    while (padded && text.length() % 4 != 0) {
      text.append('=');
    }
    return text.toString();
  }

  @Override
  public byte[] decode(String text, int from) {
    int end = padded ? endBeforePadding(text, from) : text.length();
    byte[] bytes = new byte[(end - from) * bitsPerDigit / 8];
    int length = 0;
    int pending = 0;
    int pendingBits = 0;
    for (int at = from; at < end; at++) {
      pending = ((pending << bitsPerDigit) | alphabet.value(text, at)) & 0xffff;
      pendingBits += bitsPerDigit;
      if (pendingBits >= 8) {
        pendingBits -= 8;
        bytes[length++] = (byte) (pending >>> pendingBits);
      }
    }
    if (pendingBits >= bitsPerDigit) {
      throw new MultiformatException(
          "%s: a digit too many or too few".formatted(MultiformatException.excerpt(text)));
    }
    if ((pending & ((1 << pendingBits) - 1)) != 0) {
      throw new MultiformatException(
          "%s: unused bits of the last digit are not zero"
              .formatted(MultiformatException.excerpt(text)));
    }
    return Arrays.copyOf(bytes, length);
  }

  private static int endBeforePadding(String text, int from) {
    int end = text.length();
    while (end > from && text.charAt(end - 1) == '=') {
      end--;
    }
    int expected = (4 - (end - from) % 4) % 4;
    if (text.length() - end != expected) {
      throw new MultiformatException(
          "%s: %d padding characters where %d are due"
              .formatted(MultiformatException.excerpt(text), text.length() - end, expected));
    }
    return end;
  }
}
