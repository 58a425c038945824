package io.heddle.ingress.read;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataSchema;
import io.heddle.source.ReadStep;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which format a media type or a file extension stands for (sources, "RestEndpoint and push"). */
public final class MediaTypes {
  /** The formats that have media types, named like the read steps. */
  public enum Format {
    Csv(ReadStep.Csv.class, "text/csv", "csv"),
    Json(ReadStep.Json.class, "application/json", "json"),
    NdJson(ReadStep.NdJson.class, "application/x-ndjson", "ndjson"),
    GeoJson(ReadStep.GeoJson.class, "application/geo+json", "geojson"),
    NdGeoJson(ReadStep.NdGeoJson.class, "application/x-ndgeojson", "ndgeojson"),
    Parquet(ReadStep.Parquet.class, "application/vnd.apache.parquet", "parquet"),
    EsriShapefile(
        ReadStep.EsriShapefile.class,
        "application/vnd.shp x-gis/x-shapefile application/vnd.esri.shapefile application/zip",
        "shp shx");

    private final Class<? extends ReadStep> step;
    private final String mediaTypes;
    private final String extensions;

    /**
     * @param mediaTypes with blanks between them, like {@code extensions}
     */
    Format(Class<? extends ReadStep> step, String mediaTypes, String extensions) {
      this.step = step;
      this.mediaTypes = mediaTypes;
      this.extensions = extensions;
    }

    List<String> mediaTypes() {
      return List.of(mediaTypes.split(" "));
    }

    List<String> extensions() {
      return List.of(extensions.split(" "));
    }

    public static Format of(ReadStep step) {
      return Stream.of(values()).filter(f -> f.step.isInstance(step)).findFirst().orElseThrow();
    }
  }

  private MediaTypes() {}

  /** The format of a media type; its parameters and letter case do not matter. */
  public static Optional<Format> formatOf(String mediaType) {
    String essence = essence(mediaType);
    return Stream.of(Format.values()).filter(f -> f.mediaTypes().contains(essence)).findFirst();
  }

  /** The format of a file extension, without the dot and in any letter case. */
  public static Optional<Format> formatOfExtension(String extension) {
    String lower = extension.toLowerCase(Locale.ROOT);
    return Stream.of(Format.values()).filter(f -> f.extensions().contains(lower)).findFirst();
  }

  /** The media type without its parameters, in lower case. */
  public static String essence(String mediaType) {
    int semicolon = mediaType.indexOf(';');
    return (semicolon < 0 ? mediaType : mediaType.substring(0, semicolon))
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  /**
   * The read step for pushed data of {@code mediaType} when the source declares {@code declared}:
   * the declared one if the formats agree or no type is given, else one of the pushed format that
   * keeps the schema.
   *
   * @throws IngestException for a media type that stands for no format
   */
  public static ReadStep adapt(ReadStep declared, @Nullable String mediaType) {
    if (mediaType == null) {
      return declared;
    }
    Format format =
        formatOf(mediaType)
            .orElseThrow(
                () ->
                    new IngestException(
                        FailureKind.UnsupportedMediaType,
                        "media type \"%s\" stands for no known format; supported: %s"
                            .formatted(mediaType, String.join(", ", supported())),
                        Map.of("value", mediaType, "supported", supported())));
    if (format == Format.of(declared)) {
      return declared;
    }
    List<String> ddl = declared.ddlSchema();
    DataSchema schema = declared.schema();
    boolean header = schema == null && ddl == null;
    return switch (format) {
      case Csv ->
          new ReadStep.Csv(ddl, null, null, null, null, header, null, null, null, null, schema);
      case Json -> new ReadStep.Json(null, ddl, null, null, null, schema);
      case NdJson -> new ReadStep.NdJson(ddl, null, null, null, schema);
      case GeoJson -> new ReadStep.GeoJson(ddl, schema);
      case NdGeoJson -> new ReadStep.NdGeoJson(ddl, schema);
      case Parquet -> new ReadStep.Parquet(ddl, schema);
      case EsriShapefile -> new ReadStep.EsriShapefile(ddl, null, schema);
    };
  }

  private static List<String> supported() {
    return Stream.of(Format.values()).flatMap(format -> format.mediaTypes().stream()).toList();
  }
}
