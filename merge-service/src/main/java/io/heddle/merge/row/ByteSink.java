package io.heddle.merge.row;

import java.security.MessageDigest;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;

/** A growing byte array that is used again for the next row. */
public final class ByteSink {
  private static final int FIRST_CAPACITY = 256;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int length;

  public void clear() {
    length = 0;
  }

  public int length() {
    return length;
  }

  public void put(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  public void put(byte[] source, int from, int count) {
    reserve(count);
    System.arraycopy(source, from, bytes, length, count);
    length += count;
  }

  public void put(byte[] source) {
    put(source, 0, source.length);
  }

  void put(ArrowBuf source, long from, int count) {
    reserve(count);
    source.getBytes(from, bytes, length, count);
    length += count;
  }

  /** Unsigned, seven bits a byte, lowest first. */
  public void putVarint(int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      put((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    put(rest);
  }

  /** Zero bytes to be filled in by {@link #set}. */
  void skip(int count) {
    reserve(count);
    Arrays.fill(bytes, length, length + count, (byte) 0);
    length += count;
  }

  void truncate(int newLength) {
    length = newLength;
  }

  byte get(int index) {
    return bytes[index];
  }

  void set(int index, int value) {
    bytes[index] = (byte) value;
  }

  /** Turns the last {@code count} bytes around. */
  void reverseLast(int count) {
    for (int low = length - count, high = length - 1; low < high; low++, high--) {
      byte kept = bytes[low];
      bytes[low] = bytes[high];
      bytes[high] = kept;
    }
  }

  public byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Whether the bytes from {@code from} to {@code to} equal a range of {@code other}. */
  boolean rangeEquals(int from, int to, byte[] other, int otherFrom, int otherTo) {
    return Arrays.equals(bytes, from, to, other, otherFrom, otherTo);
  }

  public void digestInto(MessageDigest digest) {
    digest.update(bytes, 0, length);
  }

  private void reserve(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, count), bytes.length * 2));
    }
  }
}
