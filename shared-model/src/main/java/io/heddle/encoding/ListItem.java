package io.heddle.encoding;

/** A type whose values may be items of a list: something that an offset can point to. */
interface ListItem<T> {
  int buildItem(BufferWriter writer, T value);

  T readItem(BufferReader buffer, int position);
}
