package io.heddle.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.encoding.Manifest;
import io.heddle.encoding.OdfType;
import io.heddle.encoding.OdfTypes;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What the vectors call the things that a document is read as. */
final class OdfTypeNames {
  private static final List<OdfType<?>> TYPES =
      List.of(
          OdfTypes.METADATA_BLOCK,
          OdfTypes.METADATA_EVENT,
          OdfTypes.DATASET_SNAPSHOT,
          OdfTypes.DATA_SCHEMA,
          OdfTypes.DATA_FIELD,
          OdfTypes.DATA_TYPE,
          OdfTypes.DATA_SLICE,
          OdfTypes.CHECKPOINT,
          OdfTypes.SOURCE_STATE,
          OdfTypes.EXTRA_ATTRIBUTES,
          OdfTypes.SET_VOCAB,
          OdfTypes.SET_INFO,
          OdfTypes.SET_LICENSE,
          OdfTypes.ATTACHMENTS,
          OdfTypes.DATASET_KIND,
          OdfTypes.FETCH_STEP,
          OdfTypes.EVENT_TIME_SOURCE,
          OdfTypes.SOURCE_CACHING,
          OdfTypes.SOURCE_ORDERING,
          OdfTypes.PREP_STEP,
          OdfTypes.READ_STEP,
          OdfTypes.TRANSFORM,
          OdfTypes.MERGE_STRATEGY,
          OdfTypes.INGRESS);

  private OdfTypeNames() {}

  /** Reads a tree as the named thing and writes it again; empty when nothing has this name. */
  static Optional<UnaryOperator<JsonNode>> roundTrip(String name) {
    return switch (name) {
      case "MetadataBlock manifest" -> Optional.of(through(Manifest.METADATA_BLOCK));
      case "MetadataEvent manifest" -> Optional.of(through(Manifest.METADATA_EVENT));
      case "DatasetSnapshot manifest" -> Optional.of(through(Manifest.DATASET_SNAPSHOT));
      default ->
          TYPES.stream()
              .filter(type -> type.name().equals(name))
              .findFirst()
              .map(OdfTypeNames::through);
    };
  }

  private static <T> UnaryOperator<JsonNode> through(Manifest<T> manifest) {
    return tree -> manifest.toJson(manifest.fromJson(tree));
  }

  private static <T> UnaryOperator<JsonNode> through(OdfType<T> type) {
    return tree -> type.toJson(type.fromJson(tree));
  }
}
