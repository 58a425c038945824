package io.heddle.resources.dataset;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.StoredBlock;
import io.heddle.encoding.OdfTypes;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The chain of a dataset as JSON (REST, section 7.2). */
final class ChainJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ChainJson() {}

  /** One item of a log: hash, and the block as in a manifest. */
  static ObjectNode logItem(StoredBlock block) {
    ObjectNode item = JSON.objectNode();
    item.put("hash", block.hash().toString());
    item.set("block", OdfTypes.METADATA_BLOCK.toJson(block.block()));
    return item;
  }

  /** One reference. */
  static ObjectNode ref(String name, Multihash target, @Nullable Long sequenceNumber) {
    ObjectNode ref = JSON.objectNode();
    ref.put("name", name);
    ref.put("hash", target.toString());
    if (sequenceNumber != null) {
      ref.set("sequenceNumber", unsigned(sequenceNumber));
    }
    return ref;
  }

  /** What a chain says as a whole. */
  static ObjectNode metadata(
      ChainSummary summary,
      Optional<MetadataEvent.SetInfo> info,
      Optional<MetadataEvent.SetLicense> license) {
    ObjectNode json = JSON.objectNode();
    ObjectNode seed = json.putObject("seed");
    seed.put("datasetId", summary.datasetId().toString());
    seed.put("datasetKind", summary.datasetKind().name());
    info.ifPresent(event -> json.set("info", OdfTypes.METADATA_EVENT.toJson(event)));
    license.ifPresent(event -> json.set("license", OdfTypes.METADATA_EVENT.toJson(event)));
    ObjectNode vocabulary = json.putObject("vocab");
    vocabulary.put("offsetColumn", summary.vocabulary().offsetColumn());
    vocabulary.put("operationTypeColumn", summary.vocabulary().operationTypeColumn());
    vocabulary.put("systemTimeColumn", summary.vocabulary().systemTimeColumn());
    vocabulary.put("eventTimeColumn", summary.vocabulary().eventTimeColumn());
    summary.schema().ifPresent(schema -> json.set("schema", OdfTypes.DATA_SCHEMA.toJson(schema)));
    if (summary.transform() != null) {
      json.set("transform", OdfTypes.METADATA_EVENT.toJson(summary.transform()));
    }
    json.putArray("refs").add(ref("head", summary.head(), summary.sequenceNumber()));
    if (summary.watermark() != null) {
      json.put("watermark", summary.watermark().toString());
    }
    ObjectNode stats = json.putObject("stats");
    stats.set("numBlocks", unsigned(summary.sequenceNumber() + 1));
    stats.set("numRecords", unsigned(summary.nextOffset()));
    stats.put("lastUpdated", summary.systemTime().toString());
    var sources = json.putArray("sources");
    summary.states().values().forEach(state -> sources.add(OdfTypes.SOURCE_STATE.toJson(state)));
    return json;
  }

  /** A u64 as a JSON number. */
  static com.fasterxml.jackson.databind.JsonNode unsigned(long value) {
    return value >= 0
        ? JSON.numberNode(value)
        : JSON.numberNode(new java.math.BigInteger(Long.toUnsignedString(value)));
  }
}
