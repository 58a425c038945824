package io.heddle.resources.manifest;

import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.sql.EngineColumn;
import java.util.List;

/**
 * A column that comes to the merge, as far as it is known before the run.
 *
 * @param time whether it is a Date or a Timestamp
 */
record MergedColumn(String name, boolean time) {
  static List<MergedColumn> of(DataSchema schema) {
    return schema.fields().stream().map(MergedColumn::of).toList();
  }

  private static MergedColumn of(DataField field) {
    return new MergedColumn(field.name(), isTime(field.type()));
  }

  static List<MergedColumn> of(List<EngineColumn> result) {
    return result.stream().map(MergedColumn::of).toList();
  }

  private static MergedColumn of(EngineColumn column) {
    return new MergedColumn(
        column.name(), column.type().equals("DATE") || column.type().startsWith("TIMESTAMP"));
  }

  private static boolean isTime(DataType type) {
    return switch (type) {
      case DataType.Option(DataType inner) -> isTime(inner);
      case DataType.Date date -> true;
      case DataType.Timestamp timestamp -> true;
      default -> false;
    };
  }
}
