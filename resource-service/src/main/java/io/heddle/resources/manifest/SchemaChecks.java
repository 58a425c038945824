package io.heddle.resources.manifest;

import io.heddle.document.Document;
import io.heddle.hash.LogicalHasher;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.ExtraAttributes;
import io.heddle.schema.ParquetSchemas;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What must hold in a declared schema. */
final class SchemaChecks {
  private static final int MAX_PRECISION = 76;

  /** {@code <domain>/<name>} (chain model, "Extensibility"). */
  private static final Pattern EXTRA_KEY =
      Pattern.compile("[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+/[^/\\s]+");

  private final Remarks remarks;

  private SchemaChecks(Remarks remarks) {
    this.remarks = remarks;
  }

  static void check(DataSchema schema, String pointer, Remarks remarks) {
    var checks = new SchemaChecks(remarks);
    checks.checkExtra(schema.extra(), pointer);
    checks.checkFields(schema.fields(), pointer + "/fields");
  }

  /** Why no rows of the schema can be stored: a type without a form in data files or a hash. */
  static Optional<String> notStorable(DataSchema schema) {
    try {
      ParquetSchemas.toParquet(schema);
      LogicalHasher.ofSlice(ArrowSchemas.toArrow(schema));
      return Optional.empty();
    } catch (IngestException e) {
      return Optional.of(e.failure().message());
    }
  }

  private void checkFields(List<DataField> fields, String pointer) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < fields.size(); i++) {
      DataField field = fields.get(i);
      String place = pointer + "/" + i;
      if (field.name().isEmpty()) {
        remarks.refuse(place + "/name", "a column has a name");
      } else if (!names.add(field.name())) {
        remarks.refuse(place + "/name", "the name '%s' occurs twice".formatted(field.name()));
      }
      checkExtra(field.extra(), place);
      check(field.type(), place + "/type");
    }
  }

  private void checkExtra(@Nullable ExtraAttributes extra, String pointer) {
    if (extra != null) {
      extra
          .toJson()
          .fieldNames()
          .forEachRemaining(
              key -> {
                if (!EXTRA_KEY.matcher(key).matches()) {
                  remarks.refuse(
                      Document.below(pointer + "/extra", key),
                      "'%s' is not of the form <domain>/<name>, such as example.com/unit"
                          .formatted(key));
                }
              });
    }
  }

  private void check(DataType type, String pointer) {
    switch (type) {
      case DataType.Decimal(int precision, int scale) -> {
        if (precision < 1 || precision > MAX_PRECISION) {
          remarks.refuse(
              pointer, "a precision from 1 to %d, not %d".formatted(MAX_PRECISION, precision));
        } else if (scale < 0 || scale > precision) {
          remarks.refuse(
              pointer,
              "the scale (%d) lies between 0 and the precision (%d)".formatted(scale, precision));
        }
      }
      case DataType.List list -> check(list.itemType(), pointer + "/itemType");
      case DataType.Map map -> {
        check(map.keyType(), pointer + "/keyType");
        check(map.valueType(), pointer + "/valueType");
      }
      case DataType.Option(DataType.Option inner) ->
          remarks.refuse(pointer, "an optional type must not hold another optional type");
      case DataType.Option option -> check(option.inner(), pointer + "/inner");
      case DataType.Struct struct -> checkFields(struct.fields(), pointer + "/fields");
      default -> {
        // All others have nothing that could contradict itself.
      }
    }
  }
}
