package io.heddle.schema;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The logical schema of a dataset or of a source's table (chain model, "DataSchema"). */
public record DataSchema(List<DataField> fields, @Nullable ExtraAttributes extra) {
  public DataSchema {
    fields = List.copyOf(fields);
  }

  public DataSchema(List<DataField> fields) {
    this(fields, null);
  }

  /** The top-level field of exactly this name (letter case counts). */
  public Optional<DataField> field(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst();
  }
}
