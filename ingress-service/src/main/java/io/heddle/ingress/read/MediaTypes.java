package io.heddle.ingress.read;

import io.heddle.notation.Encodings;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataSchema;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private static final Set<Format> READ = EnumSet.of(Format.Csv, Format.Json, Format.NdJson);
  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

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

  /** Whether there is a reader for the format. */
  public static boolean isRead(Format format) {
    return READ.contains(format);
  }

  /** The media types of all formats that there is a reader for. */
  public static List<String> supported() {
    return READ.stream().flatMap(format -> format.mediaTypes().stream()).toList();
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
   * keeps the schema. Text is read in the charset of the media type, if it names one.
   *
   * @throws IngestException (UnsupportedMediaType) for a media type that stands for no format, or a
   *     charset that the format cannot have
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
    try {
      return encoded(
          format == Format.of(declared) ? declared : converted(declared, format),
          charset(mediaType));
    } catch (IngestException e) {
      throw new IngestException(
          FailureKind.UnsupportedMediaType,
          "media type \"%s\": %s".formatted(mediaType, e.failure().message()),
          e);
    }
  }

  /** A step for another format than the declared one, with the declared schema. */
  private static ReadStep converted(ReadStep declared, Format format) {
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

  /** The step for text in the encoding that came with it, which is what the text has. */
  private static ReadStep encoded(ReadStep step, @Nullable String charset) {
    if (charset == null) {
      return step;
    }
    return switch (step) {
      case ReadStep.Csv csv ->
          new ReadStep.Csv(
              csv.ddlSchema(),
              csv.separator(),
              Encodings.of(charset).name(),
              csv.quote(),
              csv.escape(),
              csv.header(),
              csv.inferSchema(),
              csv.nullValue(),
              csv.dateFormat(),
              csv.timestampFormat(),
              csv.schema());
      case ReadStep.Json json ->
          new ReadStep.Json(
              json.subPath(),
              json.ddlSchema(),
              json.dateFormat(),
              Encodings.ofJson(charset).name(),
              json.timestampFormat(),
              json.schema());
      case ReadStep.NdJson json ->
          new ReadStep.NdJson(
              json.ddlSchema(),
              json.dateFormat(),
              Encodings.ofJson(charset).name(),
              json.timestampFormat(),
              json.schema());
      default -> step;
    };
  }

  private static @Nullable String charset(String mediaType) {
    Matcher parameter = CHARSET.matcher(mediaType);
    if (!parameter.find()) {
      return null;
    }
    // What is ASCII is UTF-8 as well, and JSON allows nothing else.
    String charset = parameter.group(1);
    return charset.equalsIgnoreCase("us-ascii") ? "utf8" : charset;
  }
}
