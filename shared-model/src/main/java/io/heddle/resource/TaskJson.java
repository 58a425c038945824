package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.Suggestion;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tasks, in the seed form and in the one of release 0.39, which nests sizes under params. */
final class TaskJson {
  private static final List<String> KINDS =
      List.of(
          "Ingest",
          "Compaction",
          "GarbageCollection",
          "Verify",
          "Reset",
          "WebhookCall",
          "Transform",
          "SyncFrom",
          "SyncTo");

  private TaskJson() {}

  static TaskSpec read(JsonNode node, String pointer) {
    ObjectReader reader = ObjectReader.of(node, pointer, "a task");
    String kind = kind(node, pointer, "task", KINDS);
    reader.ignore("kind");
    var name = reader.optional("name", Scalars::text);
    var account = reader.optional("serviceAccount", RefJson::account);
    var onNoOp = reader.optional("onNoOp", Scalars.oneOf(TaskSpec.OnNoOp.class));
    var onFailure = reader.optional("onFailure", Scalars.oneOf(TaskSpec.OnFailure.class));
    var target =
        kind.equals("WebhookCall")
            ? new ObjectReader.Value<ResourceRef>(null)
            : reader.optional("target", RefJson.ref(ResourceType.Dataset));
    var rest = body(kind, reader);
    reader.end();
    return rest.with(
        new TaskSpec.Options(
            name.orNull(), target.orNull(), account.orNull(), onNoOp.orNull(), onFailure.orNull()));
  }

  /** The task once its object was found to be complete. */
  @FunctionalInterface
  private interface Body {
    TaskSpec with(TaskSpec.Options options);
  }

  private static Body body(String kind, ObjectReader reader) {
    return switch (kind) {
      case "Ingest" -> {
        var source = reader.required("source", RefJson.ref(ResourceType.Source));
        var flat = reader.optional("targetRecordsPerSlice", Scalars::count);
        var params = params(reader, "targetSliceRecords");
        yield options -> new TaskSpec.Ingest(options, source.get(), first(flat, params));
      }
      case "Compaction" -> {
        var size = reader.optional("maxSliceSize", Scalars::byteSize);
        var records = reader.optional("maxSliceRecords", Scalars::count);
        var params =
            reader.optional(
                "params",
                (node, pointer) -> {
                  ObjectReader nested = ObjectReader.of(node, pointer, "params");
                  var nestedSize = nested.optional("maxSliceSize", Scalars::byteSize);
                  var nestedRecords = nested.optional("maxSliceRecords", Scalars::count);
                  nested.end();
                  return new Sizes(nestedSize.orNull(), nestedRecords.orNull());
                });
        Sizes nested = params.or(new Sizes(null, null));
        yield options ->
            new TaskSpec.Compaction(
                options,
                size.orNull() == null ? nested.bytes : size.orNull(),
                records.orNull() == null ? nested.records : records.orNull());
      }
      case "GarbageCollection" -> TaskSpec.GarbageCollection::new;
      case "Verify" -> {
        var replay = reader.optional("replayTransform", Scalars::bool);
        yield options -> new TaskSpec.Verify(options, replay.orNull());
      }
      case "Reset" -> {
        var ref = reader.optional("ref", Scalars::text);
        var newHash = reader.optional("newBlockHash", Scalars::text);
        var oldHash = reader.optional("oldBlockHash", Scalars::text);
        yield options ->
            new TaskSpec.Reset(options, ref.orNull(), newHash.orNull(), oldHash.orNull());
      }
      case "WebhookCall" -> {
        var key = reader.has("endpoint") || !reader.has("target") ? "endpoint" : "target";
        var endpoint = reader.required(key, RefJson.ref(ResourceType.WebhookTarget));
        var payload = reader.optional("payload", Scalars::text);
        var retry = reader.optional("retryPolicy", FlowJson::retryPolicy);
        yield options ->
            new TaskSpec.WebhookCall(options, endpoint.get(), payload.orNull(), retry.orNull());
      }
      case "SyncFrom" -> {
        var url = reader.required("url", Scalars::text);
        yield options -> new TaskSpec.SyncFrom(options, url.get());
      }
      case "SyncTo" -> {
        var url = reader.required("url", Scalars::text);
        yield options -> new TaskSpec.SyncTo(options, url.get());
      }
      default -> TaskSpec.Transform::new;
    };
  }

  private record Sizes(@Nullable Long bytes, @Nullable Long records) {}

  private static ObjectReader.Value<Long> params(ObjectReader reader, String key) {
    return reader.optional(
        "params",
        (node, pointer) -> {
          ObjectReader nested = ObjectReader.of(node, pointer, "params");
          var value = nested.required(key, Scalars::count);
          nested.end();
          return value.get();
        });
  }

  private static @Nullable Long first(
      ObjectReader.Value<Long> flat, ObjectReader.Value<Long> params) {
    return flat.orNull() == null ? params.orNull() : flat.orNull();
  }

  static JsonNode write(TaskSpec task) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("kind", task.kind());
    TaskSpec.Options options = task.options();
    RefJson.put(json, "name", options.name());
    switch (task) {
      case TaskSpec.Ingest ingest -> {
        json.set("source", RefJson.write(ingest.source()));
        RefJson.put(json, "targetRecordsPerSlice", ingest.targetRecordsPerSlice());
      }
      case TaskSpec.Compaction compaction -> {
        RefJson.put(json, "maxSliceSize", compaction.maxSliceSize());
        RefJson.put(json, "maxSliceRecords", compaction.maxSliceRecords());
      }
      case TaskSpec.Verify verify -> RefJson.put(json, "replayTransform", verify.replayTransform());
      case TaskSpec.Reset reset -> {
        RefJson.put(json, "ref", reset.ref());
        RefJson.put(json, "newBlockHash", reset.newBlockHash());
        RefJson.put(json, "oldBlockHash", reset.oldBlockHash());
      }
      case TaskSpec.WebhookCall call -> {
        json.set("endpoint", RefJson.write(call.endpoint()));
        RefJson.put(json, "payload", call.payload());
        if (call.retryPolicy() != null) {
          json.set("retryPolicy", FlowJson.write(call.retryPolicy()));
        }
      }
      case TaskSpec.SyncFrom sync -> json.put("url", sync.url());
      case TaskSpec.SyncTo sync -> json.put("url", sync.url());
      case TaskSpec.GarbageCollection gc -> {}
      case TaskSpec.Transform transform -> {}
    }
    if (options.target() != null) {
      json.set("target", RefJson.write(options.target()));
    }
    if (options.serviceAccount() != null) {
      json.set("serviceAccount", RefJson.write(options.serviceAccount()));
    }
    RefJson.put(json, "onNoOp", options.onNoOp());
    RefJson.put(json, "onFailure", options.onFailure());
    return json;
  }

  /** The kind of a union's object, in canonical spelling. */
  static String kind(JsonNode node, String pointer, String what, List<String> kinds) {
    JsonNode kind = node.get("kind");
    if (kind == null || !kind.isTextual()) {
      throw new InvalidResourceException(
          new Finding(
              pointer,
              Finding.MISSING_FIELD,
              "a %s needs 'kind' (%s)".formatted(what, String.join(", ", kinds))));
    }
    String text = kind.textValue();
    return kinds.stream()
        .filter(name -> Scalars.isSpelling(text, name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidResourceException(
                    new Finding(
                        pointer + "/kind",
                        Finding.UNKNOWN_VARIANT,
                        "'%s' is not a kind of %s (%s)"
                            .formatted(text, what, String.join(", ", kinds)),
                        Suggestion.closest(Objects.requireNonNull(text), kinds)
                            .map(name -> "did you mean " + name + "?")
                            .orElse(null))));
  }
}
