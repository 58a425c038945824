package io.heddle.hash;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** The type without values: a column of it can be declared, but has no rows that can be hashed. */
final class NullEncoder extends ValueEncoder {
  private final Field field;

  NullEncoder(Field field) {
    this.field = field;
  }

  @Override
  void bind(FieldVector vector) {}

  @Override
  void writeValid(int from, int count, ByteSink sink) {
    if (count > 0) {
      throw TypeDescriptor.unsupported(field, field.getName());
    }
  }

  @Override
  void writeZero(ByteSink sink) {
    throw TypeDescriptor.unsupported(field, field.getName());
  }
}
