package io.heddle.fuzz;

import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DamagedDataException;
import io.heddle.schema.DataSchema;

/** Bytes as the Arrow schema of an old chain: refused, or a schema that Arrow keeps. */
public final class ArrowSchemaTarget {
  private ArrowSchemaTarget() {}

  /** Jazzer calls this. */
  public static void fuzzerTestOneInput(byte[] input) {
    DataSchema schema;
    try {
      schema = ArrowSchemas.fromRawArrowSchema(input);
    } catch (DamagedDataException | IngestException refused) {
      return;
    }
    schema.fields().forEach(ArrowSchemas::toArrow);
  }
}
