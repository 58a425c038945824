package io.heddle.encoding;

/** One table of a buffer, whose vtable was found to be sound. */
final class TableReader {
  private static final int SIZE_OF_VTABLE_REFERENCE = 4;
  private static final int VTABLE_HEAD = 4;

  private final BufferReader buffer;
  private final int position;
  private final int vtable;
  private final int vtableSize;
  private final int tableSize;

  TableReader(BufferReader buffer, int position) {
    this.buffer = buffer;
    this.position = position;
    buffer.requireRange(position, SIZE_OF_VTABLE_REFERENCE, "table");
    buffer.requireAligned(position, SIZE_OF_VTABLE_REFERENCE, "table");
    long found = (long) position - buffer.int32(position);
    buffer.requireRange(found, VTABLE_HEAD, "vtable");
    vtable = (int) found;
    buffer.requireAligned(vtable, 2, "vtable");
    vtableSize = Short.toUnsignedInt(buffer.int16(vtable));
    tableSize = Short.toUnsignedInt(buffer.int16(vtable + 2));
    if (vtableSize < VTABLE_HEAD || vtableSize % 2 != 0) {
      throw BufferReader.malformed(
          "vtable at byte %d has an impossible size of %d".formatted(vtable, vtableSize));
    }
    buffer.requireRange(vtable, vtableSize, "vtable");
    if (tableSize < SIZE_OF_VTABLE_REFERENCE) {
      throw BufferReader.malformed(
          "table at byte %d has an impossible size of %d".formatted(position, tableSize));
    }
    buffer.requireRange(position, tableSize, "table");
    buffer.spend(tableSize);
  }

  BufferReader buffer() {
    return buffer;
  }

  boolean has(int slot) {
    return offsetOf(slot) != 0;
  }

  /** The position of the table that the offset in {@code slot} points to. */
  int target(int slot) {
    return buffer.follow(field(slot, 4, 4));
  }

  /**
   * The position of a value inside the table.
   *
   * @param slot one that the table {@link #has}
   */
  int field(int slot, int size, int alignment) {
    int offset = offsetOf(slot);
    if (offset < SIZE_OF_VTABLE_REFERENCE || offset + size > tableSize) {
      throw BufferReader.malformed(
          "slot %d of the table at byte %d is outside of the table".formatted(slot, position));
    }
    buffer.requireAligned(position + offset, alignment, "slot");
    return position + offset;
  }

  byte int8(int slot) {
    return buffer.int8(field(slot, 1, 1));
  }

  short int16(int slot) {
    return buffer.int16(field(slot, 2, 2));
  }

  int int32(int slot) {
    return buffer.int32(field(slot, 4, 4));
  }

  long int64(int slot) {
    return buffer.int64(field(slot, 8, 8));
  }

  private int offsetOf(int slot) {
    int entry = VTABLE_HEAD + 2 * slot;
    return entry < vtableSize ? Short.toUnsignedInt(buffer.int16(vtable + entry)) : 0;
  }
}
