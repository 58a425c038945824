package io.heddle.encoding;

import org.jspecify.annotations.Nullable;

/** A type whose values stand inside the table that has them: numbers, enums, timestamps. */
abstract sealed class InlineType<T> extends OdfType<T>
    permits UnsignedLongType, UnsignedIntType, SignedIntType, BooleanType, EnumType, TimestampType {
  InlineType(String name) {
    super(name);
  }

  @Override
  final int buildOutside(BufferWriter writer, T value) {
    return 0;
  }

  @Override
  final void addTo(BufferWriter writer, int slot, T value, int outside, boolean evenZero) {
    add(writer, slot, value, evenZero);
  }

  @Override
  final @Nullable T readFrom(TableReader table, int slot) {
    return table.has(slot) ? read(table, slot) : null;
  }

  abstract void add(BufferWriter writer, int slot, T value, boolean evenZero);

  abstract T read(TableReader table, int slot);
}
