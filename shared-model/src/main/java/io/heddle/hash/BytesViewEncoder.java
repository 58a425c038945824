package io.heddle.hash;

import java.util.Objects;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.util.ReusableByteArray;
import org.jspecify.annotations.Nullable;

/** Texts and binaries in the view layout. */
final class BytesViewEncoder extends ValueEncoder {
  private final ReusableByteArray value = new ReusableByteArray();
  private @Nullable BaseVariableWidthViewVector values;

  @Override
  void bind(FieldVector vector) {
    values = (BaseVariableWidthViewVector) vector;
  }

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    BaseVariableWidthViewVector vector = Objects.requireNonNull(values, "not bound to a batch");
    for (int row = from; row < from + count; row++) {
      if (vector.isNull(row)) {
        writeZero(sink);
      } else {
        vector.read(row, value);
        sink.putLong(value.getLength());
        sink.put(value.getBuffer(), 0, (int) value.getLength());
      }
    }
  }

  @Override
  void writeZero(ByteSink sink) {
    sink.putLong(0);
  }
}
