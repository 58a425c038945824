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
  public boolean hasFloats() {
    return order == Order.FLOATING;
  }

  @Override
  public void canonical(ByteSource in, ByteSink out) {
    out.put(in.bytes(), in.position(), width);
    in.skip(width);
    if (order == Order.FLOATING) {
      canonicalFloat(out);
    }
  }

  /** One zero and one NaN, for the float that was added last. */
  private void canonicalFloat(ByteSink out) {
    int low = out.length() - width;
    long bits = 0;
    for (int i = width - 1; i >= 0; i--) {
      bits = bits << Byte.SIZE | out.get(low + i) & 0xff;
    }
    long sign = 1L << width * Byte.SIZE - 1;
    long magnitude = bits & sign - 1;
    long infinity = infinity();
    if (magnitude == 0) {
      out.set(low + width - 1, 0);
    } else if (magnitude > infinity) {
      long nan = infinity | infinity >>> 1;
      for (int i = 0; i < width; i++) {
        out.set(low + i, (int) (nan >>> i * Byte.SIZE));
      }
    }
  }

  private long infinity() {
    return switch (width) {
      case Short.BYTES -> 0x7c00L;
      case Float.BYTES -> 0x7f80_0000L;
      default -> 0x7ff0_0000_0000_0000L;
    };
  }

  @Override
  public void writeOrdered(FieldVector from, int index, ByteSink out) {
    write(from, index, out);
    if (order == Order.PLAIN) {
      return;
    }
    if (order == Order.FLOATING) {
      canonicalFloat(out);
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
