package io.heddle.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Numbers, decimals, dates and times: their bytes in memory. */
final class FixedWidthEncoder extends ValueEncoder {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int CHUNK_ROWS = 512;

  private final int width;
  private final byte[] chunk;
  private @Nullable ArrowBuf values;

  FixedWidthEncoder(int width) {
    this.width = width;
    chunk = new byte[CHUNK_ROWS * width];
  }

  @Override
  void bind(FieldVector vector) {
    values = vector.getDataBuffer();
  }

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    sink.put(values(), (long) from * width, (long) count * width);
  }

  @Override
  void writeMixed(int from, int count, Bitmap valid, ByteSink sink) {
    for (int done = 0; done < count; done += CHUNK_ROWS) {
      int rows = Math.min(CHUNK_ROWS, count - done);
      int first = from + done;
      values().getBytes((long) first * width, chunk, 0, rows * width);
      for (int row = 0; row < rows; row++) {
        if (valid.isValid(first + row)) {
          putValue(row * width, sink);
        } else {
          sink.putByte(NULL_MARKER);
        }
      }
    }
  }

  private void putValue(int start, ByteSink sink) {
    switch (width) {
      case Long.BYTES -> sink.putLong((long) LONGS.get(chunk, start));
      case Integer.BYTES -> sink.putInt((int) INTS.get(chunk, start));
      default -> sink.put(chunk, start, width);
    }
  }

  @Override
  void writeZero(ByteSink sink) {
    for (int i = 0; i < width; i++) {
      sink.putByte(0);
    }
  }

  private ArrowBuf values() {
    return Objects.requireNonNull(values, "not bound to a batch");
  }
}
