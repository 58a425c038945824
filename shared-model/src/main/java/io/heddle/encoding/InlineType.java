package io.heddle.encoding;

/** A type whose values stand inside the table that has them: numbers, enums, timestamps. */
abstract sealed class InlineType<T> extends OdfType<T>
    permits UnsignedLongType, UnsignedIntType, SignedIntType, BooleanType, EnumType, TimestampType {
  InlineType(String name) {
    super(name);
  }
}
