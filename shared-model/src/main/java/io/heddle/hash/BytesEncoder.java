package io.heddle.hash;

import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Texts and binaries: their length, then their bytes. */
final class BytesEncoder extends ValueEncoder {
  private static final int CHUNK_BYTES = 16 * 1024;

  private final byte[] chunk = new byte[CHUNK_BYTES];
  private @Nullable ArrowBuf offsets;
  private @Nullable ArrowBuf bytes;

  @Override
  void bind(FieldVector vector) {
    offsets = vector.getOffsetBuffer();
    bytes = vector.getDataBuffer();
  }

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    writeRows(from, count, null, sink);
  }

  @Override
  void writeMixed(int from, int count, Bitmap valid, ByteSink sink) {
    writeRows(from, count, valid, sink);
  }

  /** Fetches the bytes of many rows at once, since each fetch from off the heap has its price. */
  private void writeRows(int from, int count, @Nullable Bitmap valid, ByteSink sink) {
    ArrowBuf offsetBuffer = Objects.requireNonNull(offsets, "not bound to a batch");
    ArrowBuf dataBuffer = Objects.requireNonNull(bytes, "not bound to a batch");
    int end = from + count;
    int row = from;
    while (row < end) {
      int start = offset(offsetBuffer, row);
      int last = row;
      int stop = start;
      while (last < end && offset(offsetBuffer, last + 1) - start <= CHUNK_BYTES) {
        last++;
        stop = offset(offsetBuffer, last);
      }
      if (last == row) {
        writeLarge(row, start, offset(offsetBuffer, row + 1), valid, dataBuffer, sink);
        row++;
        continue;
      }
      dataBuffer.getBytes(start, chunk, 0, stop - start);
      int position = start;
      for (; row < last; row++) {
        int next = offset(offsetBuffer, row + 1);
        if (valid == null || valid.isValid(row)) {
          sink.putLong(next - position);
          sink.put(chunk, position - start, next - position);
        } else {
          sink.putByte(NULL_MARKER);
        }
        position = next;
      }
    }
  }

  private static void writeLarge(
      int row, int start, int end, @Nullable Bitmap valid, ArrowBuf data, ByteSink sink) {
    if (valid == null || valid.isValid(row)) {
      sink.putLong(end - start);
      sink.put(data, start, end - start);
    } else {
      sink.putByte(NULL_MARKER);
    }
  }

  private static int offset(ArrowBuf offsets, int row) {
    return offsets.getInt((long) row * Integer.BYTES);
  }

  @Override
  void writeZero(ByteSink sink) {
    sink.putLong(0);
  }
}
