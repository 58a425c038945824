package io.heddle.hash;

import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Booleans: 1 for false, 2 for true. */
final class BoolEncoder extends ValueEncoder {
  private static final int FALSE = 1;
  private static final int TRUE = 2;

  private @Nullable ArrowBuf bits;

  @Override
  void bind(FieldVector vector) {
    bits = vector.getDataBuffer();
  }

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    ArrowBuf buffer = Objects.requireNonNull(bits, "not bound to a batch");
    for (int row = from; row < from + count; row++) {
      boolean value = (buffer.getByte(row >> 3) >> (row & 7) & 1) != 0;
      sink.putByte(value ? TRUE : FALSE);
    }
  }

  @Override
  void writeZero(ByteSink sink) {
    sink.putByte(FALSE);
  }
}
