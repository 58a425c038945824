package io.heddle.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.StoredJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The canonical JSON form of resources, as it lies on the resources topic and in answers. */
public final class ResourceJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Labels and annotations hold any JSON, whose numbers stay as they were written. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(StoredJson.factory())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private ResourceJson() {}

  public static byte[] toBytes(Resource resource) {
    try {
      return MAPPER.writeValueAsBytes(write(resource));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @throws InvalidResourceException when the bytes are JSON but no resource
   * @throws UncheckedIOException when they are no JSON
   */
  public static Resource fromBytes(byte[] bytes) {
    try {
      return read(MAPPER.readTree(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ObjectNode write(Resource resource) {
    ObjectNode json = JSON.objectNode();
    json.put("$schema", resource.type().uri());
    json.set("headers", write(resource.headers()));
    json.set("spec", SpecJson.write(resource.spec()));
    json.set("status", write(resource.status()));
    return json;
  }

  public static Resource read(JsonNode json) {
    ObjectReader reader = ObjectReader.of(json, "", "a resource");
    var type = reader.required("$schema", ResourceJson::type);
    var headers = reader.required("headers", ResourceJson::headers);
    var status = reader.optional("status", ResourceJson::status);
    ResourceType known = type.orNull();
    var spec =
        reader.required(
            "spec",
            (node, pointer) -> {
              if (known == null) {
                throw new IllegalArgumentException("a spec of no known type");
              }
              return SpecJson.read(known, node, pointer);
            });
    reader.endOfWritten();
    return new Resource(type.get(), headers.get(), spec.get(), status.or(ResourceStatus.PENDING));
  }

  public static ObjectNode write(ResourceHeaders headers) {
    ObjectNode json = JSON.objectNode();
    json.put("id", headers.id().toString());
    json.put("name", headers.name().text());
    json.set("account", write(headers.account()));
    json.set("labels", JSON.objectNode().setAll(headers.labels()));
    json.set("annotations", JSON.objectNode().setAll(headers.annotations()));
    if (!headers.ownerReferences().isEmpty()) {
      ArrayNode owners = json.putArray("ownerReferences");
      headers.ownerReferences().forEach(owner -> owners.add(RefJson.write(owner)));
    }
    json.put("generation", headers.generation());
    json.put("statusGeneration", headers.statusGeneration());
    json.put("createdAt", headers.createdAt().toString());
    json.put("updatedAt", headers.updatedAt().toString());
    put(json, "deletedAt", headers.deletedAt());
    return json;
  }

  public static ObjectNode write(Account account) {
    ObjectNode json = JSON.objectNode();
    json.put("id", account.id().toString());
    RefJson.put(json, "did", account.did());
    json.put("name", account.name().text());
    return json;
  }

  /** A reference as an object. */
  public static JsonNode write(ResourceRef ref) {
    return RefJson.write(ref);
  }

  public static ObjectNode write(ResourceStatus status) {
    ObjectNode json = JSON.objectNode();
    json.put("phase", status.phase().name());
    RefJson.put(json, "observedGeneration", status.observedGeneration());
    put(json, "observedAt", status.observedAt());
    RefJson.put(json, "reconciledGeneration", status.reconciledGeneration());
    put(json, "reconciledAt", status.reconciledAt());
    RefJson.put(json, "sourceName", status.sourceName());
    RefJson.put(json, "pushTopic", status.pushTopic());
    json.set("conditions", JSON.objectNode().setAll(status.conditions()));
    return json;
  }

  private static ResourceHeaders headers(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "headers");
    var id = reader.required("id", Scalars::uuid);
    var name = reader.required("name", Scalars::name);
    var account = reader.required("account", ResourceJson::account);
    var labels = reader.optional("labels", ObjectReader.mapOf((value, at) -> value));
    var annotations = reader.optional("annotations", ObjectReader.mapOf((value, at) -> value));
    var owners = reader.optional("ownerReferences", ObjectReader.listOf(RefJson.ref(null)));
    var generation = reader.required("generation", Scalars::count);
    var statusGeneration = reader.optional("statusGeneration", Scalars::count);
    var createdAt = reader.required("createdAt", Scalars::instant);
    var updatedAt = reader.required("updatedAt", Scalars::instant);
    var deletedAt = reader.optional("deletedAt", Scalars::instant);
    reader.endOfWritten();
    return new ResourceHeaders(
        id.get(),
        name.get(),
        account.get(),
        labels.or(Map.of()),
        annotations.or(Map.of()),
        owners.or(List.of()),
        generation.get(),
        statusGeneration.or(0L),
        createdAt.get(),
        updatedAt.get(),
        deletedAt.orNull());
  }

  private static Account account(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "an account");
    var id = reader.required("id", Scalars::uuid);
    var did = reader.optional("did", Scalars::text);
    var name = reader.required("name", Scalars::name);
    reader.endOfWritten();
    return new Account(id.get(), did.orNull(), name.get());
  }

  private static ResourceStatus status(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "a status");
    var phase = reader.required("phase", Scalars.oneOf(ResourceStatus.Phase.class));
    var observed = reader.optional("observedGeneration", Scalars::count);
    var observedAt = reader.optional("observedAt", Scalars::instant);
    var reconciled = reader.optional("reconciledGeneration", Scalars::count);
    var reconciledAt = reader.optional("reconciledAt", Scalars::instant);
    var sourceName = reader.optional("sourceName", Scalars::text);
    var pushTopic = reader.optional("pushTopic", Scalars::text);
    var conditions = reader.optional("conditions", ObjectReader.mapOf((value, at) -> value));
    reader.endOfWritten();
    return new ResourceStatus(
        phase.get(),
        observed.orNull(),
        observedAt.orNull(),
        reconciled.orNull(),
        reconciledAt.orNull(),
        conditions.or(Map.of()),
        sourceName.orNull(),
        pushTopic.orNull());
  }

  private static ResourceType type(JsonNode node, String pointer) {
    String uri = Scalars.text(node, pointer);
    if (ResourceType.resolve(uri) instanceof ResourceType.Resolution.Known(var type)) {
      return type;
    }
    throw new IllegalArgumentException("'%s' is not the type of a resource".formatted(uri));
  }

  private static void put(ObjectNode json, String key, @Nullable Instant time) {
    if (time != null) {
      json.put(key, time.toString());
    }
  }
}
