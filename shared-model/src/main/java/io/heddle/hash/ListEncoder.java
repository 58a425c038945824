package io.heddle.hash;

import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Lists: the number of items, then the items. */
final class ListEncoder extends ValueEncoder {
  private final ValueEncoder items;
  private final boolean longOffsets;
  private @Nullable ArrowBuf offsets;

  ListEncoder(ValueEncoder items, boolean longOffsets) {
    this.items = items;
    this.longOffsets = longOffsets;
  }

  @Override
  void bind(FieldVector vector) {
    offsets = vector.getOffsetBuffer();
    FieldVector itemVector = vector.getChildrenFromFields().getFirst();
    items.bind(itemVector, Bitmap.of(itemVector, itemVector.getValueCount()));
  }

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    ArrowBuf buffer = Objects.requireNonNull(offsets, "not bound to a batch");
    for (int row = from; row < from + count; row++) {
      int start = offset(buffer, row);
      int length = offset(buffer, row + 1) - start;
      sink.putLong(length);
      items.write(start, length, sink);
    }
  }

  private int offset(ArrowBuf buffer, long row) {
    return longOffsets
        ? Math.toIntExact(buffer.getLong(row * Long.BYTES))
        : buffer.getInt(row * Integer.BYTES);
  }

  @Override
  void writeZero(ByteSink sink) {
    sink.putLong(0);
  }
}
