package io.heddle.ingress.prepare;

import io.heddle.notation.GlobPattern;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the one entry of a ZIP archive that is meant (sources, "Prepare"). It never guesses by
 * position: what could mean several entries is refused, naming them.
 */
record ZipEntries(ZipFile zip, String archive) {
  private static final int MOST_NAMES_SHOWN = 10;

  /** What names without the flag for UTF-8 are in, unless they happen to be UTF-8. */
  private static final Charset CODE_PAGE_437 = Charset.forName("IBM437");

  private static final Set<String> SYSTEM_FILES = Set.of(".ds_store", "thumbs.db", "desktop.ini");
  private static final String APPLE_FOLDER = "__MACOSX";
  private static final String APPLE_DOUBLE = "._";

  /** Opens an archive whatever its names are written in. */
  static ZipFile open(Path path) throws IOException {
    try {
      return new ZipFile(path.toFile(), StandardCharsets.UTF_8);
    } catch (ZipException notUtf8) {
      try {
        return new ZipFile(path.toFile(), CODE_PAGE_437);
      } catch (ZipException e) {
        throw notUtf8;
      }
    }
  }

  /**
   * @param subPath an exact name or a pattern; null: there is one entry, or one that looks like
   *     data
   * @param read how the entry will be read
   * @throws IngestException (BadInput) when there is no such entry, or more than one
   */
  ZipEntry choose(@Nullable String subPath, ReadStep read) {
    return subPath == null ? onlyOne(read) : named(subPath);
  }

  private ZipEntry named(String subPath) {
    String what = "subPath \"%s\"".formatted(subPath);
    List<ZipEntry> exact = files(entry -> entry.getName().equals(subPath));
    if (!exact.isEmpty()) {
      return single(exact, "have the name of " + what);
    }
    GlobPattern glob = new GlobPattern(subPath);
    List<ZipEntry> matches = files(entry -> !isLeftover(entry) && glob.matches(entry.getName()));
    if (matches.isEmpty()) {
      throw refused("no entry matches " + what, files(entry -> true));
    }
    return single(matches, "match " + what);
  }

  private ZipEntry onlyOne(ReadStep read) {
    List<ZipEntry> files = files(entry -> !isLeftover(entry));
    if (files.isEmpty()) {
      throw refused("it holds no file", files(entry -> true));
    }
    if (files.size() == 1) {
      return single(files, "may be meant; say which one by subPath");
    }
    Set<String> endings = endings(read);
    List<ZipEntry> data = files.stream().filter(entry -> endings.contains(ending(entry))).toList();
    return single(data.isEmpty() ? files : data, "may be meant; say which one by subPath");
  }

  private ZipEntry single(List<ZipEntry> entries, String what) {
    if (entries.size() > 1) {
      throw refused("%d entries %s".formatted(entries.size(), what), entries);
    }
    return entries.getFirst();
  }

  private List<ZipEntry> files(Predicate<ZipEntry> wanted) {
    return zip.stream()
        .filter(entry -> !entry.isDirectory() && !entry.getName().isEmpty())
        .filter(wanted)
        .<ZipEntry>map(entry -> entry)
        .toList();
  }

  /** What operating systems leave behind in folders. */
  private static boolean isLeftover(ZipEntry entry) {
    List<String> path = List.of(entry.getName().split("/"));
    String name = path.isEmpty() ? "" : path.getLast();
    return path.contains(APPLE_FOLDER)
        || name.startsWith(APPLE_DOUBLE)
        || SYSTEM_FILES.contains(name.toLowerCase(Locale.ROOT));
  }

  private static String ending(ZipEntry entry) {
    String name = entry.getName();
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private static Set<String> endings(ReadStep read) {
    return switch (read) {
      case ReadStep.Csv ignored -> Set.of("csv", "tsv", "txt");
      case ReadStep.Json ignored -> Set.of("json");
      case ReadStep.NdJson ignored -> Set.of("ndjson", "jsonl", "json");
      case ReadStep.GeoJson ignored -> Set.of("geojson", "json");
      case ReadStep.NdGeoJson ignored -> Set.of("ndgeojson", "geojsonl", "geojson");
      case ReadStep.Parquet ignored -> Set.of("parquet");
      case ReadStep.EsriShapefile ignored -> Set.of("zip", "shp");
    };
  }

  private IngestException refused(String what, List<ZipEntry> entries) {
    List<String> names = entries.stream().limit(MOST_NAMES_SHOWN).map(ZipEntry::getName).toList();
    return new IngestException(
        FailureKind.BadInput,
        "ZIP archive %s: %s: %s%s"
            .formatted(
                archive,
                what,
                names.isEmpty() ? "nothing" : String.join(", ", names),
                entries.size() > names.size() ? ", …" : ""),
        Map.of("file", archive, "entries", names));
  }
}
