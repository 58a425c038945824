package io.heddle.encoding;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Writes one FlatBuffer in the layout of the reference implementation (block encoding, "Encoding
 * one table"). Methods named {@code build…} write what stands outside of tables, and give its
 * place; those named {@code add…} fill a slot of the table being written.
 */
final class BufferWriter {
  private static final int INITIAL_SIZE = 1024;
  private static final int TIMESTAMP_SIZE = 16;
  private static final int TIMESTAMP_ALIGNMENT = 4;

  private final FlatBufferBuilder builder = new FlatBufferBuilder(INITIAL_SIZE);
  private int depth;

  /** Writes one table; {@code fields} fills its slots in ascending order. */
  int buildTable(int slots, Runnable fields) {
    builder.startTable(slots);
    fields.run();
    return builder.endTable();
  }

  /** To be called before the parts of a table are built; {@link #leaveTable} ends it. */
  void enterTable() {
    if (++depth > BufferReader.MAX_DEPTH) {
      throw new MalformedBlockException(
          "more than %d tables inside each other".formatted(BufferReader.MAX_DEPTH));
    }
  }

  void leaveTable() {
    depth--;
  }

  int buildText(String text) {
    requirePairedSurrogates(text);
    return builder.createString(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  int buildBytes(byte[] bytes) {
    return builder.createByteVector(bytes);
  }

  int buildBytes(ByteBuffer bytes) {
    return builder.createByteVector(bytes);
  }

  int buildOffsets(int[] offsets) {
    return builder.createVectorOfTables(offsets);
  }

  void addOffset(int slot, int offset) {
    builder.addOffset(slot, offset, 0);
  }

  void addLong(int slot, long value, boolean evenZero) {
    if (evenZero || value != 0) {
      builder.addLong(value);
      builder.slot(slot);
    }
  }

  void addInt(int slot, int value, boolean evenZero) {
    if (evenZero || value != 0) {
      builder.addInt(value);
      builder.slot(slot);
    }
  }

  void addShort(int slot, int value, boolean evenZero) {
    if (evenZero || value != 0) {
      builder.addShort((short) value);
      builder.slot(slot);
    }
  }

  void addByte(int slot, int value, boolean evenZero) {
    if (evenZero || value != 0) {
      builder.addByte((byte) value);
      builder.slot(slot);
    }
  }

  void addTimestamp(int slot, Instant time) {
    OffsetDateTime utc = time.atOffset(ZoneOffset.UTC);
    builder.prep(TIMESTAMP_ALIGNMENT, TIMESTAMP_SIZE);
    builder.putInt(utc.getNano());
    builder.putInt(utc.toLocalTime().toSecondOfDay());
    builder.pad(2);
    builder.putShort((short) utc.getDayOfYear());
    builder.putInt(utc.getYear());
    builder.addStruct(slot, builder.offset(), 0);
  }

  /** Ends the buffer; nothing can be added after it. */
  ByteBuffer finish(int root) {
    builder.finish(root);
    return builder.dataBuffer();
  }

  static byte[] toArray(ByteBuffer finished) {
    byte[] bytes = new byte[finished.remaining()];
    finished.get(bytes);
    return bytes;
  }

  /** A lone surrogate has no UTF-8 form; encoders put a question mark in its place. */
  private static void requirePairedSurrogates(String text) {
    for (int index = 0; index < text.length(); index++) {
      char character = text.charAt(index);
      if (Character.isSurrogate(character)) {
        boolean paired =
            Character.isHighSurrogate(character)
                && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1));
        if (!paired) {
          throw new MalformedBlockException(
              "text with half a surrogate pair at character %d".formatted(index + 1));
        }
        index++;
      }
    }
  }
}
