package io.heddle.schema;

import org.jspecify.annotations.Nullable;

/**
 * A type of the ODF data model (chain model, "union DataType"). A value of any type is required;
 * only {@link Option} makes it optional.
 *
 * <p>Absent and explicit defaults ({@code unit}, {@code timezone}) are kept apart, since they give
 * different bytes; they mean the same type.
 */
public sealed interface DataType {
  record Binary(@Nullable Long fixedLength) implements DataType {}

  record Bool() implements DataType {}

  record Date() implements DataType {}

  record Decimal(int precision, int scale) implements DataType {}

  record Duration(@Nullable TimeUnit unit) implements DataType {}

  record Float16() implements DataType {}

  record Float32() implements DataType {}

  record Float64() implements DataType {}

  record Int8() implements DataType {}

  record Int16() implements DataType {}

  record Int32() implements DataType {}

  record Int64() implements DataType {}

  record UInt8() implements DataType {}

  record UInt16() implements DataType {}

  record UInt32() implements DataType {}

  record UInt64() implements DataType {}

  record List(DataType itemType, @Nullable Long fixedLength) implements DataType {}

  record Map(DataType keyType, DataType valueType, @Nullable Boolean keysSorted)
      implements DataType {}

  record Null() implements DataType {}

  record Option(DataType inner) implements DataType {}

  record Struct(java.util.List<DataField> fields) implements DataType {
    public Struct {
      fields = java.util.List.copyOf(fields);
    }
  }

  record Time(@Nullable TimeUnit unit) implements DataType {}

  record Timestamp(@Nullable TimeUnit unit, @Nullable String timezone) implements DataType {
    /** {@code unit} with its default, millisecond. */
    public TimeUnit effectiveUnit() {
      return unit == null ? TimeUnit.Millisecond : unit;
    }

    /** {@code timezone} with its default, UTC. */
    public String effectiveTimezone() {
      return timezone == null ? "UTC" : timezone;
    }
  }

  /** The {@code String} of the specification; named apart from {@link java.lang.String}. */
  record Text() implements DataType {}
}
