package io.heddle.ingress.read;

import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DdlSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The schema that a read step declares, in whichever of the two forms. */
public final class DeclaredSchema {
  private DeclaredSchema() {}

  /**
   * @return empty when the step declares none
   * @throws IngestException (UnsupportedSchema) when both forms are given, a column definition is
   *     not understood, or one name occurs twice
   */
  public static Optional<DataSchema> of(ReadStep step) {
    DataSchema schema = step.schema();
    List<String> ddl = step.ddlSchema();
    if (schema != null && ddl != null) {
      throw new IngestException(
          FailureKind.UnsupportedSchema, "a read step has either schema or ddlSchema, not both");
    }
    if (schema != null) {
      return Optional.of(checked(schema));
    }
    return ddl == null ? Optional.empty() : Optional.of(checked(DdlSchema.parse(ddl)));
  }

  private static DataSchema checked(DataSchema declared) {
    Set<String> names = new HashSet<>();
    for (DataField field : declared.fields()) {
      if (!names.add(field.name())) {
        throw new IngestException(
            FailureKind.UnsupportedSchema,
            "the read schema has two columns named \"%s\"".formatted(field.name()),
            Map.of("column", field.name()));
      }
    }
    return declared;
  }
}
