package io.heddle.schema;

import org.jspecify.annotations.Nullable;

/** A named column or struct member of a {@link DataSchema}. */
public record DataField(String name, DataType type, @Nullable ExtraAttributes extra) {
  public DataField(String name, DataType type) {
    this(name, type, null);
  }

  public boolean isOptional() {
    return type instanceof DataType.Option;
  }
}
