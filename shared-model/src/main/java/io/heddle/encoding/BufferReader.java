package io.heddle.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads one FlatBuffer that nobody has verified: every offset, size and alignment is checked before
 * it is followed, and what the buffer may cost to read is bounded by its own size.
 */
final class BufferReader {
  /** How many tables may stand inside each other. */
  static final int MAX_DEPTH = 64;

  static final int MAX_TABLES = 1_000_000;

  /**
   * How much may be read in relation to the buffer's size. An honest buffer refers to nothing
   * twice; one that does could otherwise grow without limit while it is read.
   */
  private static final int MAX_GROWTH = 8;

  private static final int SIZE_OF_OFFSET = 4;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private long remainingSize;
  private int remainingTables = MAX_TABLES;
  private int depth;

  BufferReader(byte[] bytes) {
    this.bytes = bytes;
    this.remainingSize = (long) bytes.length * MAX_GROWTH;
  }

  /** The position of the root table. */
  int root() {
    requireRange(0, SIZE_OF_OFFSET, "root offset");
    return follow(0);
  }

  /** Enters the table at {@code position}; {@link #leaveTable} must follow. */
  TableReader enterTable(int position) {
    if (++depth > MAX_DEPTH) {
      throw malformed("more than %d tables inside each other".formatted(MAX_DEPTH));
    }
    if (--remainingTables < 0) {
      throw malformed("more than %d tables".formatted(MAX_TABLES));
    }
    return new TableReader(this, position);
  }

  void leaveTable() {
    depth--;
  }

  /** The target of the offset that stands at {@code position}. */
  int follow(int position) {
    long target = position + Integer.toUnsignedLong(int32(position));
    if (target == position || target + SIZE_OF_OFFSET > bytes.length) {
      throw malformed("offset at byte %d points outside of the buffer".formatted(position));
    }
    requireAligned((int) target, SIZE_OF_OFFSET, "target of an offset");
    return (int) target;
  }

  /** The text of the string at {@code position}. */
  String text(int position) {
    int length = length(position, 1);
    int start = position + SIZE_OF_OFFSET;
    if (start + length >= bytes.length || bytes[start + length] != 0) {
      throw malformed("string at byte %d does not end with a zero".formatted(position));
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes, start, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw malformed("string at byte %d is not UTF-8".formatted(position));
    }
  }

  /** The content of the byte vector at {@code position}. */
  byte[] byteVector(int position) {
    int length = length(position, 1);
    int start = position + SIZE_OF_OFFSET;
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  /** The number of elements of the offset vector at {@code position}. */
  int offsetCount(int position) {
    return length(position, SIZE_OF_OFFSET);
  }

  /** What element {@code index} of the offset vector at {@code position} points to. */
  int element(int position, int index) {
    return follow(position + SIZE_OF_OFFSET + index * SIZE_OF_OFFSET);
  }

  private int length(int position, int elementSize) {
    requireRange(position, SIZE_OF_OFFSET, "length of a vector");
    long length = Integer.toUnsignedLong(int32(position));
    if (position + SIZE_OF_OFFSET + length * elementSize > bytes.length) {
      throw malformed(
          "vector at byte %d claims %d elements, more than the buffer holds"
              .formatted(position, length));
    }
    spend(SIZE_OF_OFFSET + length * elementSize);
    return (int) length;
  }

  /** Counts {@code size} bytes as read. */
  void spend(long size) {
    remainingSize -= size;
    if (remainingSize < 0) {
      throw malformed(
          "its parts are referred to again and again, %d times its size".formatted(MAX_GROWTH));
    }
  }

  void requireRange(long position, int size, String what) {
    if (position < 0 || position + size > bytes.length) {
      throw malformed(
          "%s at byte %d is outside of its %d bytes".formatted(what, position, bytes.length));
    }
  }

  void requireAligned(int position, int alignment, String what) {
    if (position % alignment != 0) {
      throw malformed(
          "%s at byte %d is not aligned to %d bytes".formatted(what, position, alignment));
    }
  }

  byte int8(int position) {
    return bytes[position];
  }

  short int16(int position) {
    return (short) SHORT.get(bytes, position);
  }

  int int32(int position) {
    return (int) INT.get(bytes, position);
  }

  long int64(int position) {
    return (long) LONG.get(bytes, position);
  }

  static MalformedBlockException malformed(String message) {
    return new MalformedBlockException("malformed block: " + message);
  }
}
