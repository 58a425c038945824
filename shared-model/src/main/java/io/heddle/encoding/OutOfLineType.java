package io.heddle.encoding;

/** A type whose values stand elsewhere in the buffer, and their tables point to them. */
abstract sealed class OutOfLineType<T> extends OdfType<T>
    permits TextType, BytesType, ListType, TableType, ExtraAttributesType {
  OutOfLineType(String name) {
    super(name);
  }
}
