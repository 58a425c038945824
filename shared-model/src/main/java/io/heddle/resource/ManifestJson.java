package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Reads what users hand in. The type is known already: see {@link ResourceType#resolve}. */
public final class ManifestJson {
  private static final int MAX_LABELS = 64;
  private static final int MAX_ANNOTATIONS = 128;
  private static final int MAX_DESCRIPTION = 4096;

  private ManifestJson() {}

  /**
   * @param ignoreServerFields whether what only the service writes is skipped rather than refused
   * @throws InvalidResourceException with everything that is wrong
   */
  public static Manifest read(ResourceType type, JsonNode document, boolean ignoreServerFields) {
    ObjectReader reader = ObjectReader.of(document, "", "a manifest");
    reader.ignore("$schema");
    if (ignoreServerFields) {
      reader.ignore("status");
    } else if (reader.has("status") || document.has("status")) {
      reader.ignore("status");
      reader.refuse(
          "status",
          "server-field",
          "status is written by the service; leave it out, or ask for ignoreServerFields=true");
    }
    ObjectReader.Decoder<Headers> decoder =
        (node, pointer) -> headers(type, node, pointer, ignoreServerFields);
    boolean named = isNamed(type);
    var headers = named ? reader.required("headers", decoder) : reader.optional("headers", decoder);
    var spec = reader.required("spec", (node, pointer) -> SpecJson.read(type, node, pointer));
    reader.end();
    Headers read = named ? headers.get() : headers.or(Headers.NONE);
    return new Manifest(
        type,
        read.id.orNull(),
        read.name.orNull(),
        read.account.orNull(),
        read.labels.or(Map.of()),
        read.annotations.or(Map.of()),
        read.owners.or(List.of()),
        read.generation.orNull(),
        spec.get());
  }

  private record Headers(
      ObjectReader.Value<java.util.UUID> id,
      ObjectReader.Value<ResourceName> name,
      ObjectReader.Value<AccountRef> account,
      ObjectReader.Value<Map<String, JsonNode>> labels,
      ObjectReader.Value<Map<String, JsonNode>> annotations,
      ObjectReader.Value<List<ResourceRef>> owners,
      ObjectReader.Value<Long> generation) {
    static final Headers NONE = none();

    private static Headers none() {
      return new Headers(
          new ObjectReader.Value<>(null),
          new ObjectReader.Value<>(null),
          new ObjectReader.Value<>(null),
          new ObjectReader.Value<>(null),
          new ObjectReader.Value<>(null),
          new ObjectReader.Value<>(null),
          new ObjectReader.Value<>(null));
    }
  }

  /** Runs and tasks get a name from their id. */
  private static boolean isNamed(ResourceType type) {
    return type != ResourceType.FlowRun && type != ResourceType.Task;
  }

  private static Headers headers(
      ResourceType type, JsonNode node, String pointer, boolean ignoreServerFields) {
    ObjectReader reader = ObjectReader.of(node, pointer, "headers");
    boolean named = type != ResourceType.FlowRun && type != ResourceType.Task;
    var headers =
        new Headers(
            reader.optional("id", Scalars::uuid),
            named ? reader.required("name", Scalars::name) : reader.optional("name", Scalars::name),
            reader.optional("account", RefJson::account),
            reader.optional("labels", ObjectReader.mapOf((value, at) -> value)),
            reader.optional("annotations", ObjectReader.mapOf((value, at) -> value)),
            reader.optional("ownerReferences", ObjectReader.listOf(RefJson.ref(null))),
            reader.optional("generation", Scalars::count));
    for (String key : List.of("statusGeneration", "createdAt", "updatedAt", "deletedAt")) {
      reader.ignore(key);
      if (!ignoreServerFields && reader.has(key)) {
        refuseServerField(reader, key);
      }
    }
    if (!ignoreServerFields && reader.has("generation")) {
      refuseServerField(reader, "generation");
    }
    checkSizes(reader, headers);
    reader.end();
    return headers;
  }

  private static void refuseServerField(ObjectReader reader, String key) {
    reader.refuse(
        key,
        "server-field",
        "'%s' is written by the service; leave it out, or ask for ignoreServerFields=true"
            .formatted(key));
  }

  private static void checkSizes(ObjectReader reader, Headers headers) {
    if (headers.labels.or(Map.of()).size() > MAX_LABELS) {
      reader.refuse("labels", Finding.INVALID_VALUE, "at most " + MAX_LABELS + " labels");
    }
    Map<String, JsonNode> annotations = headers.annotations.or(Map.of());
    if (annotations.size() > MAX_ANNOTATIONS) {
      reader.refuse(
          "annotations", Finding.INVALID_VALUE, "at most " + MAX_ANNOTATIONS + " annotations");
    }
    JsonNode description = annotations.get("description");
    if (description != null && description.asText().length() > MAX_DESCRIPTION) {
      reader.refuse(
          "annotations",
          Finding.INVALID_VALUE,
          "a description has at most " + MAX_DESCRIPTION + " characters");
    }
  }

  /** The manifest in canonical form. */
  public static ObjectNode write(Manifest manifest) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    ObjectNode document = json.objectNode();
    document.put("$schema", manifest.type().uri());
    ObjectNode headers = document.putObject("headers");
    RefJson.put(headers, "id", manifest.id());
    RefJson.put(headers, "name", manifest.name());
    if (manifest.account() != null) {
      headers.set("account", RefJson.write(manifest.account()));
    }
    headers.set("labels", json.objectNode().setAll(manifest.labels()));
    headers.set("annotations", json.objectNode().setAll(manifest.annotations()));
    if (!manifest.ownerReferences().isEmpty()) {
      var owners = headers.putArray("ownerReferences");
      manifest.ownerReferences().forEach(owner -> owners.add(RefJson.write(owner)));
    }
    RefJson.put(headers, "generation", manifest.generation());
    document.set("spec", SpecJson.write(manifest.spec()));
    return document;
  }
}
