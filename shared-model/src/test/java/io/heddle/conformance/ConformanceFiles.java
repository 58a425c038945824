package io.heddle.conformance;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What lies below a folder.
 *
 * @param cases all vectors or cases by their format
 * @param unreadable files that are no JSON (cut ones, for example), with the reason
 * @param ignored JSON files of no known format
 */
record ConformanceFiles(
    Map<String, List<ConformanceCase>> cases, Map<Path, String> unreadable, List<Path> ignored) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Reads every {@code *.json} below {@code folder}, in the order of the names. */
  static ConformanceFiles below(Path folder, ConformanceKind kind) {
    ConformanceFiles files =
        new ConformanceFiles(new TreeMap<>(), new TreeMap<>(), new ArrayList<>());
    if (!Files.isDirectory(folder)) {
      files.unreadable.put(folder, "is not a folder");
      return files;
    }
    try (Stream<Path> found = Files.walk(folder)) {
      found
          .filter(file -> file.getFileName().toString().endsWith(".json"))
          .filter(Files::isRegularFile)
          .sorted()
          .forEach(file -> files.read(file, kind));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private void read(Path file, ConformanceKind kind) {
    JsonNode content;
    try {
      content = JSON.readTree(file.toFile());
    } catch (IOException e) {
      unreadable.put(file, "is not valid JSON: " + firstLine(e.getMessage()));
      return;
    }
    kind.format(file, content)
        .ifPresentOrElse(
            format -> {
              List<ConformanceCase> known = cases.computeIfAbsent(format, f -> new ArrayList<>());
              for (JsonNode item : content.get(kind.list())) {
                String id = item.path(kind.idMember()).asText("number " + (known.size() + 1));
                known.add(new ConformanceCase(format, id, item));
              }
            },
            () -> ignored.add(file));
  }

  private static String firstLine(String message) {
    return message == null ? "unknown error" : message.lines().findFirst().orElse("");
  }
}
