package io.heddle.merge.row;

import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;

/** Booleans, a byte each. */
record BitCodec() implements ValueCodec {
  @Override
  public void write(FieldVector from, int index, ByteSink out) {
    out.put(((BitVector) from).get(index));
  }

  @Override
  public void read(ByteSource in, FieldVector to, int index) {
    ((BitVector) to).setSafe(index, in.next());
  }

  @Override
  public void skip(ByteSource in) {
    in.skip(1);
  }

  @Override
  public boolean hasFloats() {
    return false;
  }

  @Override
  public void canonical(ByteSource in, ByteSink out) {
    out.put(in.next());
  }

  @Override
  public void writeOrdered(FieldVector from, int index, ByteSink out) {
    write(from, index, out);
  }
}
