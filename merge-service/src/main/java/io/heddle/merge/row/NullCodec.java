package io.heddle.merge.row;

import org.apache.arrow.vector.FieldVector;

/** A column that holds nothing but nulls has no value to keep. */
record NullCodec() implements ValueCodec {
  @Override
  public void write(FieldVector from, int index, ByteSink out) {}

  @Override
  public void read(ByteSource in, FieldVector to, int index) {}

  @Override
  public void skip(ByteSource in) {}

  @Override
  public boolean hasFloats() {
    return false;
  }

  @Override
  public void canonical(ByteSource in, ByteSink out) {}

  @Override
  public void writeOrdered(FieldVector from, int index, ByteSink out) {}
}
