package io.heddle.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.encoding.DocumentException;
import io.heddle.encoding.Manifest;
import io.heddle.encoding.YamlDocuments;
import java.util.List;

/** Bytes as YAML: refused, or documents that are read again as they are written. */
public final class YamlReaderTarget {
  private static final List<Manifest<?>> MANIFESTS =
      List.of(Manifest.METADATA_BLOCK, Manifest.METADATA_EVENT, Manifest.DATASET_SNAPSHOT);

  private YamlReaderTarget() {}

  /** Jazzer calls this. */
  public static void fuzzerTestOneInput(byte[] input) {
    List<JsonNode> documents;
    try {
      documents = YamlDocuments.read(new String(input, UTF_8));
    } catch (DocumentException refused) {
      return;
    }
    for (JsonNode document : documents) {
      String text = YamlDocuments.write(document);
      if (!YamlDocuments.readOne(text).equals(document)) {
        throw new AssertionError("written, it is another document: " + text);
      }
      MANIFESTS.forEach(manifest -> read(manifest, document));
    }
  }

  private static <T> void read(Manifest<T> manifest, JsonNode document) {
    T value;
    try {
      value = manifest.fromJson(document);
    } catch (DocumentException refused) {
      return;
    }
    if (!manifest.fromJson(manifest.toJson(value)).equals(value)) {
      throw new AssertionError("written, it says something else: " + value);
    }
  }
}
