package io.heddle.resources.manifest;

import io.heddle.notation.Encodings;
import io.heddle.notation.TimeFormats;
import io.heddle.odf.ReadStep;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.DdlSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What must hold in a read step. */
final class ReadChecks {
  private static final String POINTER = "/spec/read";
  private static final int HIGHEST_ASCII = 0x7f;

  private final Remarks remarks;

  ReadChecks(Remarks remarks) {
    this.remarks = remarks;
  }

  void check(ReadStep read) {
    if (read.schema() != null && read.ddlSchema() != null) {
      remarks.refuse(POINTER, "either 'schema' or 'ddlSchema', not both");
    }
    if (read.schema() != null) {
      SchemaChecks.check(read.schema(), POINTER + "/schema", remarks);
    }
    checkDdl(read.ddlSchema());
    switch (read) {
      case ReadStep.Csv csv -> {
        checkMarks(csv);
        remarks.requireReadable(POINTER + "/encoding", csv.encoding(), Encodings::of);
        checkFormats(csv.dateFormat(), csv.timestampFormat());
        checkTypes(read, false);
      }
      case ReadStep.Json json -> {
        checkJson(json.encoding(), json.dateFormat(), json.timestampFormat());
        checkTypes(read, true);
      }
      case ReadStep.NdJson json -> {
        checkJson(json.encoding(), json.dateFormat(), json.timestampFormat());
        checkTypes(read, true);
      }
      case ReadStep.GeoJson json -> notBuilt("GeoJson");
      case ReadStep.NdGeoJson json -> notBuilt("NdGeoJson");
      case ReadStep.EsriShapefile shapefile -> notBuilt("EsriShapefile");
      case ReadStep.Parquet parquet -> notBuilt("Parquet");
    }
  }

  /** The columns that the step declares, in whichever form; empty when they are inferred. */
  static Optional<DataSchema> declared(ReadStep read) {
    if (read.schema() != null) {
      return Optional.of(read.schema());
    }
    try {
      return Optional.ofNullable(read.ddlSchema()).map(DdlSchema::parse);
    } catch (IngestException e) {
      return Optional.empty();
    }
  }

  private void checkDdl(@Nullable List<String> ddl) {
    if (ddl != null) {
      try {
        DdlSchema.parse(ddl);
      } catch (IngestException e) {
        remarks.refuse(POINTER + "/ddlSchema", e.failure().message());
      }
    }
  }

  private void notBuilt(String kind) {
    remarks.notInEffect(
        POINTER,
        "the format %s is not read yet; a task that ingests the source fails".formatted(kind));
  }

  private void checkMarks(ReadStep.Csv csv) {
    if (csv.separator() != null && csv.separator().isEmpty()) {
      remarks.refuse(POINTER + "/separator", "a separator is one character");
    }
    checkMark("separator", csv.separator());
    checkMark("quote", csv.quote());
    checkMark("escape", csv.escape());
    String separator = csv.separator() == null ? "," : csv.separator();
    if (separator.equals(csv.quote() == null ? "\"" : csv.quote())) {
      remarks.refuse(POINTER + "/separator", "'%s' is the quote, too".formatted(separator));
    }
  }

  private void checkJson(
      @Nullable String encoding, @Nullable String dates, @Nullable String timestamps) {
    remarks.requireReadable(POINTER + "/encoding", encoding, Encodings::ofJson);
    checkFormats(dates, timestamps);
  }

  private void checkFormats(@Nullable String dates, @Nullable String timestamps) {
    remarks.requireReadable(POINTER + "/dateFormat", dates, text -> TimeFormats.of(text, null));
    remarks.requireReadable(
        POINTER + "/timestampFormat", timestamps, text -> TimeFormats.of(null, text));
  }

  /** Empty turns the mark off. */
  private void checkMark(String key, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      return;
    }
    char mark = text.charAt(0);
    if (text.length() > 1 || mark > HIGHEST_ASCII || mark == '\n' || mark == '\r' || mark == 0) {
      remarks.refuse(
          POINTER + "/" + key,
          "'%s' is not one ASCII character other than a line end".formatted(text));
    }
  }

  /** Values of these types have no form in text, and their columns could never be filled. */
  private void checkTypes(ReadStep read, boolean nested) {
    List<DataField> fields = declared(read).map(DataSchema::fields).orElse(List.of());
    for (int i = 0; i < fields.size(); i++) {
      DataField field = fields.get(i);
      String pointer =
          read.schema() == null
              ? POINTER + "/ddlSchema/" + i
              : POINTER + "/schema/fields/" + i + "/type";
      textless(field.type(), nested)
          .ifPresent(
              type ->
                  remarks.refuse(
                      pointer,
                      "column '%s': values of type %s cannot be read from this format; declare another type and convert it in the preprocess query"
                          .formatted(field.name(), type)));
    }
  }

  private static Optional<String> textless(DataType type, boolean nested) {
    return switch (type) {
      case DataType.Option(DataType inner) -> textless(inner, nested);
      case DataType.List list when nested -> textless(list.itemType(), true);
      case DataType.Struct struct when nested ->
          struct.fields().stream()
              .flatMap(field -> textless(field.type(), true).stream())
              .findFirst();
      case DataType.Binary binary -> Optional.of("Binary");
      case DataType.Duration duration -> Optional.of("Duration");
      case DataType.List list -> Optional.of("List");
      case DataType.Map map -> Optional.of("Map");
      case DataType.Struct struct -> Optional.of("Struct");
      case DataType.Time time -> Optional.of("Time");
      default -> Optional.empty();
    };
  }
}
