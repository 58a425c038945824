package io.heddle.encoding;

import org.jspecify.annotations.Nullable;

/**
 * One field of a table.
 *
 * @param <T> the table's values
 * @param <V> the field's values
 */
abstract sealed class Field<T, V> {
  final int index;
  final int slot;
  final String name;
  final OdfType<V> type;
  private final Getter<T, V> getter;

  private Field(int index, int slot, String name, OdfType<V> type, Getter<T, V> getter) {
    this.index = index;
    this.slot = slot;
    this.name = name;
    this.type = type;
    this.getter = getter;
  }

  /** Takes the field's value out of the table's. */
  @FunctionalInterface
  interface Getter<T, V> {
    @Nullable V get(T value);
  }

  /** Must be there. */
  static final class Required<T, V> extends Field<T, V> {
    Required(int index, int slot, String name, OdfType<V> type, Getter<T, V> getter) {
      super(index, slot, name, type, getter);
    }
  }

  /** May be absent, which is not the same as any value. */
  static final class Optional<T, V> extends Field<T, V> {
    Optional(int index, int slot, String name, OdfType<V> type, Getter<T, V> getter) {
      super(index, slot, name, type, getter);
    }
  }

  @Nullable V of(T value) {
    return getter.get(value);
  }
}
