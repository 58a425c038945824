package io.heddle.hash;

import org.apache.arrow.vector.FieldVector;

/** Lists of one length, hashed like those of any length. */
final class FixedSizeListEncoder extends ValueEncoder {
  private final ValueEncoder items;
  private final int length;

  FixedSizeListEncoder(ValueEncoder items, int length) {
    this.items = items;
    this.length = length;
  }

  @Override
  void bind(FieldVector vector) {
    FieldVector itemVector = vector.getChildrenFromFields().getFirst();
    items.bind(itemVector, Bitmap.of(itemVector, itemVector.getValueCount()));
  }

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    for (int row = from; row < from + count; row++) {
      sink.putLong(length);
      items.write(row * length, length, sink);
    }
  }

  /** A missing list of fixed length holds nulls. */
  @Override
  void writeZero(ByteSink sink) {
    sink.putLong(length);
    for (int i = 0; i < length; i++) {
      sink.putByte(NULL_MARKER);
    }
  }
}
