package io.heddle.hash;

import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Texts and binaries with 64 bit offsets. */
final class LargeBytesEncoder extends ValueEncoder {
  private @Nullable ArrowBuf offsets;
  private @Nullable ArrowBuf bytes;

  @Override
  void bind(FieldVector vector) {
    offsets = vector.getOffsetBuffer();
    bytes = vector.getDataBuffer();
  }

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    ArrowBuf offsetBuffer = Objects.requireNonNull(offsets, "not bound to a batch");
    ArrowBuf dataBuffer = Objects.requireNonNull(bytes, "not bound to a batch");
    for (int row = from; row < from + count; row++) {
      long start = offsetBuffer.getLong((long) row * Long.BYTES);
      long length = offsetBuffer.getLong((row + 1L) * Long.BYTES) - start;
      sink.putLong(length);
      sink.put(dataBuffer, start, length);
    }
  }

  @Override
  void writeZero(ByteSink sink) {
    sink.putLong(0);
  }
}
