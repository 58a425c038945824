package io.heddle.hash;

import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Binaries of one length, hashed like those of any length. */
final class FixedSizeBinaryEncoder extends ValueEncoder {
  private final int width;
  private @Nullable ArrowBuf bytes;

  FixedSizeBinaryEncoder(int width) {
    this.width = width;
  }

  @Override
  void bind(FieldVector vector) {
    bytes = vector.getDataBuffer();
  }

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    ArrowBuf buffer = Objects.requireNonNull(bytes, "not bound to a batch");
    for (int row = from; row < from + count; row++) {
      sink.putLong(width);
      sink.put(buffer, (long) row * width, width);
    }
  }

  @Override
  void writeZero(ByteSink sink) {
    sink.putLong(width);
    for (int i = 0; i < width; i++) {
      sink.putByte(0);
    }
  }
}
