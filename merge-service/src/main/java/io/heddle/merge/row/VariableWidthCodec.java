package io.heddle.merge.row;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Text and binary values: length and bytes; in keys zero bytes are escaped and an end is marked.
 */
record VariableWidthCodec() implements ValueCodec {
  private static final int ESCAPED_ZERO = 0xff;
  private static final int END = 0x01;

  @Override
  public void write(FieldVector from, int index, ByteSink out) {
    BaseVariableWidthVector vector = (BaseVariableWidthVector) from;
    int start = vector.getStartOffset(index);
    int length = vector.getValueLength(index);
    out.putVarint(length);
    out.put(vector.getDataBuffer(), start, length);
  }

  @Override
  public void read(ByteSource in, FieldVector to, int index) {
    int length = in.nextVarint();
    ((BaseVariableWidthVector) to).setSafe(index, in.bytes(), in.position(), length);
    in.skip(length);
  }

  @Override
  public void skip(ByteSource in) {
    in.skip(in.nextVarint());
  }

  @Override
  public boolean hasFloats() {
    return false;
  }

  @Override
  public void canonical(ByteSource in, ByteSink out) {
    int length = in.nextVarint();
    out.putVarint(length);
    out.put(in.bytes(), in.position(), length);
    in.skip(length);
  }

  @Override
  public void writeOrdered(FieldVector from, int index, ByteSink out) {
    BaseVariableWidthVector vector = (BaseVariableWidthVector) from;
    int start = vector.getStartOffset(index);
    int length = vector.getValueLength(index);
    ArrowBuf data = vector.getDataBuffer();
    int begin = out.length();
    out.put(data, start, length);
    for (int i = begin; i < out.length(); i++) {
      if (out.get(i) == 0) {
        escapeFrom(begin, data, start, length, out);
        break;
      }
    }
    out.put(0);
    out.put(END);
  }

  /** Zero bytes are rare; only a value that has one is written a second time. */
  private static void escapeFrom(int begin, ArrowBuf data, int start, int length, ByteSink out) {
    out.truncate(begin);
    for (int i = 0; i < length; i++) {
      byte value = data.getByte((long) start + i);
      out.put(value);
      if (value == 0) {
        out.put(ESCAPED_ZERO);
      }
    }
  }
}
