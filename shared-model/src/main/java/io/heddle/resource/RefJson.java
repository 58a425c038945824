package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.odf.DatasetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** References and selectors, in their short forms and as objects. */
final class RefJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private RefJson() {}

  static AccountRef account(JsonNode node, String pointer) {
    if (node.isTextual()) {
      return AccountRef.parse(node.textValue());
    }
    ObjectReader reader = ObjectReader.of(node, pointer, "an account reference");
    var id = reader.optional("id", Scalars::uuid);
    var did = reader.optional("did", Scalars::text);
    var name = reader.optional("name", Scalars::name);
    reader.end();
    return new AccountRef(id.orNull(), did.orNull(), name.orNull());
  }

  static JsonNode write(AccountRef account) {
    ObjectNode json = JSON.objectNode();
    put(json, "id", account.id());
    put(json, "did", account.did());
    put(json, "name", account.name());
    return json;
  }

  /**
   * @param implied the type that the place of use fixes; null: the reference has to say it
   */
  static ObjectReader.Decoder<ResourceRef> ref(@Nullable ResourceType implied) {
    return (node, pointer) -> {
      if (node.isTextual()) {
        return ResourceRef.parse(node.textValue(), implied);
      }
      ObjectReader reader = ObjectReader.of(node, pointer, "a reference");
      var type =
          implied == null
              ? reader.required("type", RefJson::type)
              : reader.optional("type", RefJson::type);
      var account = reader.optional("account", RefJson::account);
      var id = reader.optional("id", Scalars::uuid);
      var did = reader.optional("did", Scalars::text);
      var name = reader.optional("name", Scalars::name);
      ResourceType written = type.orNull();
      if (implied != null && written != null && written != implied) {
        reader.refuse(
            "type",
            Finding.INVALID_VALUE,
            "a %s is meant here, not a %s".formatted(implied, written));
      }
      reader.end();
      return new ResourceRef(
          implied == null ? type.get() : implied,
          account.orNull(),
          id.orNull(),
          did.orNull(),
          name.orNull());
    };
  }

  static JsonNode write(ResourceRef ref) {
    ObjectNode json = JSON.objectNode();
    json.put("type", ref.type().uri());
    if (ref.account() != null) {
      json.set("account", write(ref.account()));
    }
    put(json, "id", ref.id());
    put(json, "did", ref.did());
    put(json, "name", ref.name());
    return json;
  }

  static ValueRef value(JsonNode node, String pointer) {
    if (node.isTextual()) {
      return ValueRef.parse(node.textValue());
    }
    ObjectReader reader = ObjectReader.of(node, pointer, "a value reference");
    var type = reader.required("type", RefJson::type);
    var account = reader.optional("account", RefJson::account);
    var id = reader.optional("id", Scalars::uuid);
    var name = reader.optional("name", Scalars::name);
    var path = reader.optional("path", Scalars::text);
    reader.end();
    return new ValueRef(
        new ResourceRef(type.get(), account.orNull(), id.orNull(), null, name.orNull()),
        path.orNull());
  }

  static JsonNode write(ValueRef value) {
    ObjectNode json = (ObjectNode) write(value.set());
    put(json, "path", value.path());
    return json;
  }

  static ObjectReader.Decoder<ResourceSelector> selector(@Nullable ResourceType implied) {
    return (node, pointer) -> {
      if (node.isTextual()) {
        return ResourceSelector.parse(node.textValue(), implied);
      }
      ObjectReader reader = ObjectReader.of(node, pointer, "a selector");
      var type = reader.optional("type", RefJson::type);
      var account = reader.optional("account", RefJson::account);
      var id = reader.optional("id", Scalars::uuid);
      var did = reader.optional("did", Scalars::text);
      var name = reader.optional("name", Scalars::text);
      var labels = reader.optional("labels", RefJson::labels);
      var kind = reader.optional("kind", Scalars.oneOf(DatasetKind.class));
      reader.end();
      ResourceType written = type.orNull();
      DatasetKind datasetKind = kind.orNull();
      return new ResourceSelector(
          written == null ? implied : written,
          account.orNull(),
          id.orNull(),
          did.orNull(),
          name.orNull(),
          labels.orNull(),
          datasetKind == null ? null : datasetKind.name());
    };
  }

  static JsonNode write(ResourceSelector selector) {
    ObjectNode json = JSON.objectNode();
    if (selector.type() != null) {
      json.put("type", selector.type().uri());
    }
    if (selector.account() != null) {
      json.set("account", write(selector.account()));
    }
    put(json, "id", selector.id());
    put(json, "did", selector.did());
    put(json, "name", selector.namePattern());
    put(json, "kind", selector.datasetKind());
    if (selector.labels() != null) {
      json.set("labels", write(selector.labels()));
    }
    return json;
  }

  static LabelFilter labels(JsonNode node, String pointer) {
    if (!(node instanceof ObjectNode object)) {
      throw new IllegalArgumentException(
          "expected a mapping of labels, found " + ObjectReader.describe(node));
    }
    List<LabelFilter> all = new ArrayList<>();
    object
        .properties()
        .forEach(
            entry -> {
              String place = pointer + "/" + ObjectReader.escape(entry.getKey());
              JsonNode value = entry.getValue();
              all.add(
                  switch (entry.getKey()) {
                    case "$not" -> new LabelFilter.Not(labels(value, place));
                    case "$or" ->
                        new LabelFilter.Any(
                            ObjectReader.listOf(RefJson::labels).decode(value, place));
                    default -> new LabelFilter.Equal(entry.getKey(), Scalars.text(value, place));
                  });
            });
    return new LabelFilter.All(all);
  }

  private static JsonNode write(LabelFilter filter) {
    ObjectNode json = JSON.objectNode();
    switch (filter) {
      case LabelFilter.All(var parts) ->
          parts.forEach(part -> json.setAll((ObjectNode) write(part)));
      case LabelFilter.Any(var parts) -> {
        ArrayNode list = json.putArray("$or");
        parts.forEach(part -> list.add(write(part)));
      }
      case LabelFilter.Not(var part) -> json.set("$not", write(part));
      case LabelFilter.Equal(var key, var value) -> json.put(key, value);
      case LabelFilter.Present present ->
          throw new IllegalArgumentException("presence has no form in a manifest: " + present);
    }
    return json;
  }

  static ResourceType type(JsonNode node, String pointer) {
    return RefText.typeOf(Scalars.text(node, pointer));
  }

  static void put(ObjectNode json, String key, @Nullable Object value) {
    switch (value) {
      case null -> {}
      case Long number -> json.put(key, number);
      case Boolean flag -> json.put(key, flag);
      case UUID id -> json.put(key, id.toString());
      default -> json.put(key, value.toString());
    }
  }
}
