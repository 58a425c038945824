package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The part of YAML that ODF uses: what JSON can say, in YAML 1.2's notation. Unquoted timestamps,
 * {@code yes} and numbers that are none in JSON are texts. A key that occurs twice in a map is
 * refused, aliases count as often as they occur.
 */
public final class YamlDocuments {
  /** What is read at most; a larger text is refused, and the message names the limit. */
  public record Limits(int characters, int documents, int nodes, int depth) {
    /** Generous for manifests, harmless for memory. */
    public static final Limits DEFAULT = new Limits(16 << 20, 10_000, 1_000_000, 100);
  }

  private YamlDocuments() {}

  /**
   * All documents of a text.
   *
   * @throws DocumentException when it is no YAML, goes beyond JSON, or beyond the limits
   */
  public static List<JsonNode> read(String text) {
    return read(text, Limits.DEFAULT);
  }

  /** As {@link #read(String)}, with limits of one's own. */
  public static List<JsonNode> read(String text, Limits limits) {
    return new YamlReader(text, limits).readAll();
  }

  /**
   * The only document of a text.
   *
   * @throws DocumentException as in {@link #read(String)}, and when there is none or another one
   */
  public static JsonNode readOne(String text) {
    List<JsonNode> documents = read(text);
    if (documents.size() != 1) {
      throw new DocumentException("", "one document", documents.size() + " documents", null);
    }
    return documents.get(0);
  }

  /** The canonical text of a document, which ends with a line break. */
  public static String write(JsonNode document) {
    return YamlWriter.write(document);
  }
}
