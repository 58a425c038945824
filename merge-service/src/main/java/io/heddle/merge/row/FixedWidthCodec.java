package io.heddle.merge.row;

import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/**
 * Values of so many bytes each, kept as they lie in the vector: little-endian for numbers.
 *
 * @param order what has to change for the bytes to sort like the values
 */
record FixedWidthCodec(int width, Order order) implements ValueCodec {
  private static final int SIGN = 0x80;

  enum Order {
    SIGNED,
    UNSIGNED,
    FLOATING,
    PLAIN
  }

  static FixedWidthCodec signed(int width) {
    return new FixedWidthCodec(width, Order.SIGNED);
  }

  static FixedWidthCodec unsigned(int width) {
    return new FixedWidthCodec(width, Order.UNSIGNED);
  }

  static FixedWidthCodec floating(int width) {
    return new FixedWidthCodec(width, Order.FLOATING);
  }

  static FixedWidthCodec plain(int width) {
    return new FixedWidthCodec(width, Order.PLAIN);
  }

  @Override
  public void write(FieldVector from, int index, ByteSink out) {
    out.put(from.getDataBuffer(), (long) index * width, width);
  }

  @Override
  public void read(ByteSource in, FieldVector to, int index) {
    BaseFixedWidthVector vector = (BaseFixedWidthVector) to;
    while (index >= vector.getValueCapacity()) {
      vector.reAlloc();
    }
    BitVectorHelper.setBit(vector.getValidityBuffer(), index);
    vector.getDataBuffer().setBytes((long) index * width, in.bytes(), in.position(), width);
    in.skip(width);
  }

  @Override
  public void skip(ByteSource in) {
    in.skip(width);
  }

  @Override
  public void writeOrdered(FieldVector from, int index, ByteSink out) {
    write(from, index, out);
    if (order == Order.PLAIN) {
      return;
    }
    out.reverseLast(width);
    int first = out.length() - width;
    switch (order) {
      case SIGNED -> out.set(first, out.get(first) ^ SIGN);
      case FLOATING -> {
        if ((out.get(first) & SIGN) == 0) {
          out.set(first, out.get(first) ^ SIGN);
        } else {
          for (int i = first; i < out.length(); i++) {
            out.set(i, ~out.get(i));
          }
        }
      }
      case UNSIGNED, PLAIN -> {}
    }
  }
}
