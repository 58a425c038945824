package io.heddle.resources.manifest;

import io.heddle.resource.Finding;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What must hold in a declared schema. */
final class SchemaChecks {
  private static final int MAX_PRECISION = 76;

  private SchemaChecks() {}

  static void check(DataSchema schema, String pointer, List<Finding> findings) {
    checkFields(schema.fields(), pointer + "/fields", findings);
  }

  private static void checkFields(List<DataField> fields, String pointer, List<Finding> findings) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < fields.size(); i++) {
      DataField field = fields.get(i);
      String place = pointer + "/" + i;
      if (!names.add(field.name())) {
        findings.add(
            new Finding(
                place + "/name",
                Finding.INVALID_VALUE,
                "the name '%s' occurs twice".formatted(field.name())));
      }
      check(field.type(), place + "/type", findings);
    }
  }

  private static void check(DataType type, String pointer, List<Finding> findings) {
    switch (type) {
      case DataType.Decimal(int precision, int scale) -> {
        if (precision < 1 || precision > MAX_PRECISION) {
          refuse(
              pointer,
              "a precision from 1 to %d, not %d".formatted(MAX_PRECISION, precision),
              findings);
        } else if (scale < 0 || scale > precision) {
          refuse(
              pointer,
              "the scale (%d) lies between 0 and the precision (%d)".formatted(scale, precision),
              findings);
        }
      }
      case DataType.List list -> check(list.itemType(), pointer + "/itemType", findings);
      case DataType.Map map -> {
        check(map.keyType(), pointer + "/keyType", findings);
        check(map.valueType(), pointer + "/valueType", findings);
      }
      case DataType.Option option -> check(option.inner(), pointer + "/inner", findings);
      case DataType.Struct struct -> checkFields(struct.fields(), pointer + "/fields", findings);
      default -> {
        // All others have nothing that could contradict itself.
      }
    }
  }

  private static void refuse(String pointer, String message, List<Finding> findings) {
    findings.add(new Finding(pointer, Finding.INVALID_VALUE, message));
  }
}
