package io.heddle.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.document.Document;
import io.heddle.document.DocumentLimits;
import io.heddle.document.MalformedDocumentException;
import io.heddle.document.YamlDocuments;
import io.heddle.document.YamlWriter;
import io.heddle.encoding.DocumentException;
import io.heddle.encoding.Manifest;
import java.util.List;

/** Bytes as YAML: refused, or documents that are read again as they are written. */
public final class YamlReaderTarget {
  private static final List<Manifest<?>> MANIFESTS =
      List.of(Manifest.METADATA_BLOCK, Manifest.METADATA_EVENT, Manifest.DATASET_SNAPSHOT);

  private YamlReaderTarget() {}

  /** Jazzer calls this. */
  public static void fuzzerTestOneInput(byte[] input) {
    List<Document> documents;
    try {
      documents = YamlDocuments.read(new String(input, UTF_8), DocumentLimits.DEFAULT);
    } catch (MalformedDocumentException refused) {
      return;
    }
    for (Document read : documents) {
      JsonNode document = read.tree();
      String text = YamlWriter.write(document);
      if (!YamlDocuments.readOne(text, DocumentLimits.DEFAULT).equals(document)) {
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
