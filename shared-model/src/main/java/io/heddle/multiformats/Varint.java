package io.heddle.multiformats;

import java.util.Arrays;

/**
 * The unsigned variable-length integers of multiformats: seven bits a byte, lowest first, at most
 * nine bytes, in the shortest form only.
 */
public final class Varint {
  private static final int MAX_LENGTH = 9;

  private Varint() {}

  /** A value that was read, and the index of the byte behind it. */
  public record Read(long value, int next) {}

  /**
   * @throws IllegalArgumentException when {@code value} is negative
   */
  public static byte[] encode(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("a varint holds no negative value: " + value);
    }
    byte[] bytes = new byte[MAX_LENGTH];
    int length = 0;
    long rest = value;
    while (rest >= 0x80) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    return Arrays.copyOf(bytes, length);
  }

  /**
   * Reads the varint that starts at {@code from}.
   *
   * @throws MultiformatException when it does not end, is longer than needed or too long
   */
  public static Read decode(byte[] bytes, int from) {
    long value = 0;
    for (int at = from; at < bytes.length; at++) {
      int index = at - from;
      if (index == MAX_LENGTH) {
        throw new MultiformatException(
            "varint at byte %d is longer than %d bytes".formatted(from, MAX_LENGTH));
      }
      int current = bytes[at] & 0xff;
      value |= (long) (current & 0x7f) << (7 * index);
      if (current < 0x80) {
        if (current == 0 && index > 0) {
          throw new MultiformatException(
              "varint at byte %d is not in its shortest form".formatted(from));
        }
        return new Read(value, at + 1);
      }
    }
    throw new MultiformatException("varint at byte %d does not end".formatted(from));
  }
}
