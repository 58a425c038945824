package io.heddle.chain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.OdfType;
import io.heddle.encoding.OdfTypes;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.SetDataSchema;
import io.heddle.odf.MetadataEvent.SetTransform;
import io.heddle.odf.MetadataEvent.SetVocab;
import io.heddle.odf.SourceState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A {@link ChainSummary} as JSON: events and values in the spelling of the specification. */
public final class ChainSummaryJson {
  /** Of this form; a reader of another one starts anew. */
  private static final int VERSION = 3;

  private ChainSummaryJson() {}

  public static ObjectNode write(ChainSummary summary) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("version", VERSION);
    put(node, "datasetId", OdfTypes.DATASET_ID, summary.datasetId());
    put(node, "datasetKind", OdfTypes.DATASET_KIND, summary.datasetKind());
    put(node, "head", OdfTypes.MULTIHASH, summary.head());
    node.put("sequenceNumber", Long.toUnsignedString(summary.sequenceNumber()));
    put(node, "systemTime", OdfTypes.TIMESTAMP, summary.systemTime());
    put(node, "schema", OdfTypes.METADATA_EVENT, summary.schemaEvent());
    put(node, "vocab", OdfTypes.METADATA_EVENT, summary.vocabEvent());
    if (summary.lastOffset() != null) {
      node.put("lastOffset", Long.toUnsignedString(summary.lastOffset()));
    }
    put(node, "watermark", OdfTypes.TIMESTAMP, summary.watermark());
    put(node, "lastAddData", OdfTypes.METADATA_EVENT, summary.lastAddData());
    put(node, "lastExecuteTransform", OdfTypes.METADATA_EVENT, summary.lastExecuteTransform());
    put(node, "transform", OdfTypes.METADATA_EVENT, summary.transform());
    ArrayNode states = node.putArray("states");
    summary.states().values().forEach(s -> states.add(OdfTypes.SOURCE_STATE.toJson(s)));
    ObjectNode stateBlocks = node.putObject("stateBlocks");
    summary
        .stateBlocks()
        .forEach((name, block) -> put(stateBlocks, name, OdfTypes.MULTIHASH, block));
    ArrayNode sources = node.putArray("sources");
    summary
        .sources()
        .newestFirst()
        .forEach(event -> sources.add(OdfTypes.METADATA_EVENT.toJson(event)));
    ArrayNode unknownEvents = node.putArray("unknownEvents");
    summary.unknownEvents().forEach(unknownEvents::add);
    return node;
  }

  /**
   * @throws IllegalArgumentException when the node is of another version
   * @throws io.heddle.encoding.DocumentException when a value is not what it should be
   */
  public static ChainSummary read(JsonNode node) {
    if (node.path("version").asInt() != VERSION) {
      throw new IllegalArgumentException("a summary of version " + node.path("version"));
    }
    Map<String, SourceState> states = new HashMap<>();
    for (JsonNode state : node.path("states")) {
      SourceState value = OdfTypes.SOURCE_STATE.fromJson(state);
      states.put(value.sourceName(), value);
    }
    Map<String, Multihash> stateBlocks = new HashMap<>();
    node.path("stateBlocks")
        .properties()
        .forEach(e -> stateBlocks.put(e.getKey(), OdfTypes.MULTIHASH.fromJson(e.getValue())));
    List<MetadataEvent> sources = new ArrayList<>();
    node.path("sources").forEach(e -> sources.add(OdfTypes.METADATA_EVENT.fromJson(e)));
    SortedSet<Integer> unknownEvents = new TreeSet<>();
    node.path("unknownEvents").forEach(tag -> unknownEvents.add(tag.intValue()));
    return new ChainSummary(
        OdfTypes.DATASET_ID.fromJson(node.path("datasetId")),
        OdfTypes.DATASET_KIND.fromJson(node.path("datasetKind")),
        OdfTypes.MULTIHASH.fromJson(node.path("head")),
        Long.parseUnsignedLong(node.path("sequenceNumber").asText()),
        OdfTypes.TIMESTAMP.fromJson(node.path("systemTime")),
        event(node, "schema", SetDataSchema.class),
        event(node, "vocab", SetVocab.class),
        get(node, "lastOffset", n -> Long.parseUnsignedLong(n.asText())),
        get(node, "watermark", OdfTypes.TIMESTAMP::fromJson),
        event(node, "lastAddData", AddData.class),
        event(node, "lastExecuteTransform", ExecuteTransform.class),
        event(node, "transform", SetTransform.class),
        states,
        stateBlocks,
        new SourceHistory(sources),
        unknownEvents);
  }

  private static <T> void put(ObjectNode node, String key, OdfType<T> type, @Nullable T value) {
    if (value != null) {
      node.set(key, type.toJson(value));
    }
  }

  private static <T extends MetadataEvent> @Nullable T event(
      JsonNode node, String key, Class<T> kind) {
    return get(node, key, n -> kind.cast(OdfTypes.METADATA_EVENT.fromJson(n)));
  }

  private static <T> @Nullable T get(JsonNode node, String key, Function<JsonNode, T> read) {
    return node.has(key) ? read.apply(node.get(key)) : null;
  }
}
