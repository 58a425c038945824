package io.heddle.encoding;

import static io.heddle.encoding.BasicTypes.BOOLEAN;
import static io.heddle.encoding.BasicTypes.TEXT;
import static io.heddle.encoding.BasicTypes.TEXTS;
import static io.heddle.encoding.SchemaTypes.DATA_SCHEMA;

import io.heddle.encoding.UnionType.Member;
import io.heddle.odf.CompressionFormat;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.schema.DataSchema;
import java.util.List;
import java.util.function.BiFunction;

/** The steps between fetched bytes and a table: PrepStep and ReadStep. */
final class ReadTypes {
  static final TableType<PrepStep.Decompress> DECOMPRESS =
      TableType.of(
          "PrepStepDecompress",
          PrepStep.Decompress.class,
          table -> {
            var format =
                table.required(
                    0,
                    "format",
                    new EnumType<>(CompressionFormat.class, 4),
                    PrepStep.Decompress::format);
            var subPath = table.optional(1, "subPath", TEXT, PrepStep.Decompress::subPath);
            return values -> new PrepStep.Decompress(values.get(format), values.get(subPath));
          });

  static final TableType<PrepStep.Pipe> PIPE =
      TableType.of(
          "PrepStepPipe",
          PrepStep.Pipe.class,
          table -> {
            var command = table.required(0, "command", TEXTS, PrepStep.Pipe::command);
            return values -> new PrepStep.Pipe(values.get(command));
          });

  static final UnionType<PrepStep> PREP_STEP =
      new UnionType<>(
          "PrepStep",
          false,
          () -> List.of(new Member<>(1, "Decompress", DECOMPRESS), new Member<>(2, "Pipe", PIPE)));

  static final TableType<ReadStep.Csv> CSV =
      TableType.of(
          "ReadStepCsv",
          ReadStep.Csv.class,
          table -> {
            var ddlSchema = table.optional(0, "ddlSchema", TEXTS, ReadStep.Csv::ddlSchema);
            var separator = table.optional(1, "separator", TEXT, ReadStep.Csv::separator);
            var encoding = table.optional(2, "encoding", TEXT, ReadStep.Csv::encoding);
            var quote = table.optional(3, "quote", TEXT, ReadStep.Csv::quote);
            var escape = table.optional(4, "escape", TEXT, ReadStep.Csv::escape);
            var header = table.optional(5, "header", BOOLEAN, ReadStep.Csv::header);
            var inferSchema = table.optional(6, "inferSchema", BOOLEAN, ReadStep.Csv::inferSchema);
            var nullValue = table.optional(7, "nullValue", TEXT, ReadStep.Csv::nullValue);
            var dateFormat = table.optional(8, "dateFormat", TEXT, ReadStep.Csv::dateFormat);
            var timestampFormat =
                table.optional(9, "timestampFormat", TEXT, ReadStep.Csv::timestampFormat);
            var schema = table.optional(10, "schema", DATA_SCHEMA, ReadStep.Csv::schema);
            return values ->
                new ReadStep.Csv(
                    values.get(ddlSchema),
                    values.get(separator),
                    values.get(encoding),
                    values.get(quote),
                    values.get(escape),
                    values.get(header),
                    values.get(inferSchema),
                    values.get(nullValue),
                    values.get(dateFormat),
                    values.get(timestampFormat),
                    values.get(schema));
          });

  static final TableType<ReadStep.EsriShapefile> ESRI_SHAPEFILE =
      TableType.of(
          "ReadStepEsriShapefile",
          ReadStep.EsriShapefile.class,
          table -> {
            var ddlSchema =
                table.optional(0, "ddlSchema", TEXTS, ReadStep.EsriShapefile::ddlSchema);
            var subPath = table.optional(1, "subPath", TEXT, ReadStep.EsriShapefile::subPath);
            var schema = table.optional(2, "schema", DATA_SCHEMA, ReadStep.EsriShapefile::schema);
            return values ->
                new ReadStep.EsriShapefile(
                    values.get(ddlSchema), values.get(subPath), values.get(schema));
          });

  static final TableType<ReadStep.Json> JSON =
      TableType.of(
          "ReadStepJson",
          ReadStep.Json.class,
          table -> {
            var subPath = table.optional(0, "subPath", TEXT, ReadStep.Json::subPath);
            var ddlSchema = table.optional(1, "ddlSchema", TEXTS, ReadStep.Json::ddlSchema);
            var dateFormat = table.optional(2, "dateFormat", TEXT, ReadStep.Json::dateFormat);
            var encoding = table.optional(3, "encoding", TEXT, ReadStep.Json::encoding);
            var timestampFormat =
                table.optional(4, "timestampFormat", TEXT, ReadStep.Json::timestampFormat);
            var schema = table.optional(5, "schema", DATA_SCHEMA, ReadStep.Json::schema);
            return values ->
                new ReadStep.Json(
                    values.get(subPath),
                    values.get(ddlSchema),
                    values.get(dateFormat),
                    values.get(encoding),
                    values.get(timestampFormat),
                    values.get(schema));
          });

  static final TableType<ReadStep.NdJson> ND_JSON =
      TableType.of(
          "ReadStepNdJson",
          ReadStep.NdJson.class,
          table -> {
            var ddlSchema = table.optional(0, "ddlSchema", TEXTS, ReadStep.NdJson::ddlSchema);
            var dateFormat = table.optional(1, "dateFormat", TEXT, ReadStep.NdJson::dateFormat);
            var encoding = table.optional(2, "encoding", TEXT, ReadStep.NdJson::encoding);
            var timestampFormat =
                table.optional(3, "timestampFormat", TEXT, ReadStep.NdJson::timestampFormat);
            var schema = table.optional(4, "schema", DATA_SCHEMA, ReadStep.NdJson::schema);
            return values ->
                new ReadStep.NdJson(
                    values.get(ddlSchema),
                    values.get(dateFormat),
                    values.get(encoding),
                    values.get(timestampFormat),
                    values.get(schema));
          });

  static final UnionType<ReadStep> READ_STEP =
      new UnionType<>(
          "ReadStep",
          false,
          () ->
              List.of(
                  new Member<>(1, "Csv", CSV),
                  new Member<>(
                      2,
                      "GeoJson",
                      schemaOnly("ReadStepGeoJson", ReadStep.GeoJson.class, ReadStep.GeoJson::new)),
                  new Member<>(3, "EsriShapefile", ESRI_SHAPEFILE),
                  new Member<>(
                      4,
                      "Parquet",
                      schemaOnly("ReadStepParquet", ReadStep.Parquet.class, ReadStep.Parquet::new)),
                  new Member<>(5, "Json", JSON),
                  new Member<>(6, "NdJson", ND_JSON),
                  new Member<>(
                      7,
                      "NdGeoJson",
                      schemaOnly(
                          "ReadStepNdGeoJson",
                          ReadStep.NdGeoJson.class,
                          ReadStep.NdGeoJson::new))));

  private ReadTypes() {}

  private static <R extends ReadStep> TableType<R> schemaOnly(
      String name, Class<R> javaType, BiFunction<List<String>, DataSchema, R> constructor) {
    return TableType.of(
        name,
        javaType,
        table -> {
          var ddlSchema = table.optional(0, "ddlSchema", TEXTS, ReadStep::ddlSchema);
          var schema = table.optional(1, "schema", DATA_SCHEMA, ReadStep::schema);
          return values -> constructor.apply(values.get(ddlSchema), values.get(schema));
        });
  }
}
