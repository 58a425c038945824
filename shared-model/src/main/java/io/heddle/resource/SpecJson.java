package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.OdfType;
import io.heddle.encoding.OdfTypes;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.DatasetKind;
import org.jspecify.annotations.Nullable;

/** The specs of all types as JSON. */
public final class SpecJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private SpecJson() {}

  /**
   * Reads a spec in any of its written forms.
   *
   * @param pointer of the spec in its document, for what is wrong with it
   * @throws InvalidResourceException with everything that is wrong
   */
  public static ResourceSpec read(ResourceType type, JsonNode node, String pointer) {
    return switch (type) {
      case Dataset -> dataset(node, pointer);
      case Source -> source(node, pointer);
      case Flow -> FlowJson.read(node, pointer);
      case FlowRun -> FlowJson.readRun(node, pointer);
      case Task -> TaskJson.read(node, pointer);
      case VariableSet, SecretSet, WebhookTarget, PersistentVolume ->
          throw new IllegalArgumentException("resources of type " + type + " are not kept");
    };
  }

  /** The canonical form. */
  public static JsonNode write(ResourceSpec spec) {
    return switch (spec) {
      case DatasetSpec dataset -> write(dataset);
      case SourceSpec source -> write(source);
      case FlowSpec flow -> FlowJson.write(flow);
      case FlowRunSpec run -> FlowJson.write(run);
      case TaskSpec task -> TaskJson.write(task);
    };
  }

  private static DatasetSpec dataset(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "the spec of a Dataset");
    var kind = reader.required("kind", Scalars.oneOf(DatasetKind.class));
    var metadata =
        reader.required("metadata", ObjectReader.listOf(ObjectReader.odf(OdfTypes.METADATA_EVENT)));
    var did = reader.optional("did", (value, at) -> DatasetId.parse(Scalars.text(value, at)));
    var volume = reader.optional("volume", RefJson.ref(ResourceType.PersistentVolume));
    reader.end();
    return new DatasetSpec(kind.get(), metadata.get(), did.orNull(), volume.orNull());
  }

  private static ObjectNode write(DatasetSpec dataset) {
    ObjectNode json = JSON.objectNode();
    json.put("kind", dataset.kind().name());
    RefJson.put(json, "did", dataset.did());
    if (dataset.volume() != null) {
      json.set("volume", RefJson.write(dataset.volume()));
    }
    ArrayNode metadata = json.putArray("metadata");
    dataset.metadata().forEach(event -> metadata.add(OdfTypes.METADATA_EVENT.toJson(event)));
    return json;
  }

  private static SourceSpec source(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "the spec of a Source");
    var config = reader.optional("config", ObjectReader.mapOf(RefJson::value));
    var ingress = reader.optional("ingress", ObjectReader.odf(OdfTypes.INGRESS));
    var prepare =
        reader.optional("prepare", ObjectReader.listOf(ObjectReader.odf(OdfTypes.PREP_STEP)));
    var read = reader.required("read", ObjectReader.odf(OdfTypes.READ_STEP));
    var preprocess = reader.optional("preprocess", ObjectReader.odf(OdfTypes.TRANSFORM));
    var merge = reader.optional("merge", ObjectReader.odf(OdfTypes.MERGE_STRATEGY));
    var vocab = reader.optional("vocab", ObjectReader.odf(OdfTypes.SET_VOCAB));
    reader.end();
    return new SourceSpec(
        config.or(java.util.Map.of()),
        ingress.orNull(),
        prepare.orNull(),
        read.get(),
        preprocess.orNull(),
        merge.orNull(),
        vocab.orNull());
  }

  private static ObjectNode write(SourceSpec source) {
    ObjectNode json = JSON.objectNode();
    if (!source.config().isEmpty()) {
      ObjectNode config = json.putObject("config");
      source.config().forEach((key, value) -> config.set(key, RefJson.write(value)));
    }
    put(json, "ingress", OdfTypes.INGRESS, source.ingress());
    if (source.prepare() != null) {
      ArrayNode steps = json.putArray("prepare");
      source.prepare().forEach(step -> steps.add(OdfTypes.PREP_STEP.toJson(step)));
    }
    put(json, "read", OdfTypes.READ_STEP, source.read());
    put(json, "preprocess", OdfTypes.TRANSFORM, source.preprocess());
    put(json, "merge", OdfTypes.MERGE_STRATEGY, source.merge());
    put(json, "vocab", OdfTypes.SET_VOCAB, source.vocab());
    return json;
  }

  private static <T> void put(ObjectNode json, String key, OdfType<T> type, @Nullable T value) {
    if (value != null) {
      json.set(key, type.toJson(value));
    }
  }
}
