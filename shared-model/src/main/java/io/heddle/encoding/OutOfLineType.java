package io.heddle.encoding;

import org.jspecify.annotations.Nullable;

/** A type whose values stand elsewhere in the buffer, and their tables point to them. */
abstract sealed class OutOfLineType<T> extends OdfType<T> implements ListItem<T>
    permits TextType, BytesType, ListType, TableType, ExtraAttributesType {
  OutOfLineType(String name) {
    super(name);
  }

  @Override
  final int buildOutside(BufferWriter writer, T value) {
    return build(writer, value);
  }

  @Override
  final void addTo(BufferWriter writer, int slot, T value, int outside, boolean evenZero) {
    writer.addOffset(slot, outside);
  }

  @Override
  final @Nullable T readFrom(TableReader table, int slot) {
    return table.has(slot) ? read(table.buffer(), table.target(slot)) : null;
  }

  @Override
  public final int buildItem(BufferWriter writer, T value) {
    return build(writer, value);
  }

  @Override
  public final T readItem(BufferReader buffer, int position) {
    return read(buffer, position);
  }

  abstract int build(BufferWriter writer, T value);

  abstract T read(BufferReader buffer, int position);
}
