package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.document.DocumentLimits;
import io.heddle.document.MalformedDocumentException;
import io.heddle.document.YamlDocuments;
import io.heddle.document.YamlWriter;
import io.heddle.odf.DatasetSnapshot;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import java.util.List;

/**
 * A value as a document of its own, wrapped in {@code kind}, {@code version} and {@code content}
 * (chain model, "YAML manifest").
 */
public final class Manifest<T> {
  public static final Manifest<MetadataBlock> METADATA_BLOCK =
      new Manifest<>(
          "MetadataBlock", BlockCodec.OLDEST_VERSION, BlockCodec.VERSION, OdfTypes.METADATA_BLOCK);

  public static final Manifest<MetadataEvent> METADATA_EVENT =
      new Manifest<>("MetadataEvent", 1, 1, OdfTypes.METADATA_EVENT);

  public static final Manifest<DatasetSnapshot> DATASET_SNAPSHOT =
      new Manifest<>("DatasetSnapshot", 1, 1, OdfTypes.DATASET_SNAPSHOT);

  /** Generous for what stands in a chain, harmless for memory. */
  private static final DocumentLimits LIMITS =
      new DocumentLimits(16L << 20, 16L << 20, 1, 1_000_000, 100);

  private static final String KIND = "kind";
  private static final String VERSION = "version";
  private static final String CONTENT = "content";
  private static final List<String> KEYS = List.of(KIND, VERSION, CONTENT);

  private final String kind;
  private final int oldest;
  private final int version;
  private final OdfType<T> type;

  private Manifest(String kind, int oldest, int version, OdfType<T> type) {
    this.kind = kind;
    this.oldest = oldest;
    this.version = version;
    this.type = type;
  }

  /** The manifest of {@code value}, in the version that is written. */
  public JsonNode toJson(T value) {
    return JsonNodeFactory.instance
        .objectNode()
        .put(KIND, kind)
        .put(VERSION, version)
        .set(CONTENT, type.toJson(value));
  }

  /**
   * @throws DocumentException when the tree is no manifest of this kind and of a supported version,
   *     or its content is wrong
   */
  public T fromJson(JsonNode tree) {
    if (!(tree instanceof ObjectNode manifest)) {
      throw Place.ROOT.expected("a manifest of kind " + kind, tree);
    }
    JsonNode actualKind = manifest.path(KIND);
    if (!actualKind.isTextual() || !actualKind.textValue().equals(kind)) {
      throw Place.ROOT.key(KIND).expected("the manifest kind " + kind, actualKind);
    }
    requireReadable(manifest.path(VERSION));
    manifest
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!KEYS.contains(key)) {
                throw Place.ROOT
                    .key(key)
                    .expectedOneOf(
                        "a key of a manifest", KEYS, "unknown key " + Place.quote(key), key);
              }
            });
    JsonNode content = manifest.path(CONTENT);
    if (content.isMissingNode() || content.isNull()) {
      throw Place.ROOT.key(CONTENT).expected(type.name(), content);
    }
    return type.readJson(content, Place.ROOT.key(CONTENT));
  }

  public String toYaml(T value) {
    return YamlWriter.write(toJson(value));
  }

  /**
   * @throws DocumentException as {@link #fromJson}
   * @throws MalformedDocumentException when the text is not one document of YAML
   */
  public T fromYaml(String text) {
    return fromJson(YamlDocuments.readOne(text, LIMITS));
  }

  /** Before anything of the content is looked at, since another version may look different. */
  private void requireReadable(JsonNode found) {
    if (!found.isIntegralNumber()) {
      throw Place.ROOT.key(VERSION).expected("a version number", found);
    }
    if (!found.canConvertToInt() || found.intValue() < oldest || found.intValue() > version) {
      boolean obsolete =
          found.canConvertToInt() && found.intValue() > 0 && found.intValue() < oldest;
      throw Place.ROOT
          .key(VERSION)
          .expected(
              oldest == version
                  ? "version " + version
                  : "a version from %d to %d".formatted(oldest, version),
              "the %s version %s".formatted(obsolete ? "obsolete" : "unknown", found.asText()));
    }
  }
}
