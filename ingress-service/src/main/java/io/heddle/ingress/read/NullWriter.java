package io.heddle.ingress.read;

import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** A column that held nothing but nulls when its type was inferred. */
final class NullWriter implements ValueWriter {
  private final FieldVector vector;

  NullWriter(FieldVector vector) {
    this.vector = vector;
  }

  @Override
  public @Nullable String write(int row, char[] chars, int from, int to) {
    return "is a value, where the column held only nulls so far; declare a schema";
  }

  @Override
  public @Nullable String writeNumber(int row, char[] chars, int from, int to) {
    return write(row, chars, from, to);
  }

  @Override
  public @Nullable String writeBool(int row, boolean value) {
    return write(row, new char[0], 0, 0);
  }

  @Override
  public void writeNull(int row) {
    vector.setNull(row);
  }

  @Override
  public String expects() {
    return "nulls";
  }
}
