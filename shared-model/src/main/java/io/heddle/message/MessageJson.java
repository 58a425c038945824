package io.heddle.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.heddle.encoding.OdfType;
import io.heddle.encoding.OdfTypes;
import io.heddle.encoding.StoredJson;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.SourceState;
import io.heddle.schema.DataSchema;
import io.heddle.schema.ExtraAttributes;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Function;

/**
 * The JSON of control messages: records member by member, ODF types in the spelling of ODF
 * manifests, hashes and ids as text, instants as RFC 3339.
 */
public final class MessageJson {
  static final ObjectMapper MAPPER =
      JsonMapper.builder(StoredJson.factory())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .addMixIn(TaskEvent.Outcome.class, OutcomeKinds.class)
          .addModule(types())
          .build();

  private MessageJson() {}

  /** A mapper of this form, for whoever keeps messages or parts of them. */
  public static ObjectMapper mapper() {
    return MAPPER.copy();
  }

  private static SimpleModule types() {
    SimpleModule module = new SimpleModule("heddle-messages");
    text(module, Multihash.class, Multihash::parse);
    text(module, DatasetId.class, DatasetId::parse);
    text(module, Instant.class, Instant::parse);
    odf(module, MetadataEvent.class, OdfTypes.METADATA_EVENT);
    odf(module, MetadataBlock.class, OdfTypes.METADATA_BLOCK);
    odf(module, DataSchema.class, OdfTypes.DATA_SCHEMA);
    odf(module, SourceState.class, OdfTypes.SOURCE_STATE);
    odf(module, Checkpoint.class, OdfTypes.CHECKPOINT);
    odf(module, MergeStrategy.class, OdfTypes.MERGE_STRATEGY);
    odf(module, ExtraAttributes.class, OdfTypes.EXTRA_ATTRIBUTES);
    return module;
  }

  private static <T> void text(SimpleModule module, Class<T> type, Function<String, T> parse) {
    module.addSerializer(
        type,
        new StdSerializer<T>(type) {
          @Override
          public void serialize(T value, JsonGenerator json, SerializerProvider provider)
              throws IOException {
            json.writeString(value.toString());
          }
        });
    module.addDeserializer(
        type,
        new StdDeserializer<T>(type) {
          @Override
          public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            try {
              return parse.apply(json.getText());
            } catch (RuntimeException e) {
              throw context.weirdStringException(
                  json.getText(), type, String.valueOf(e.getMessage()));
            }
          }
        });
  }

  private static <T> void odf(SimpleModule module, Class<T> type, OdfType<T> odfType) {
    module.addSerializer(
        type,
        new StdSerializer<T>(type) {
          @Override
          public void serialize(T value, JsonGenerator json, SerializerProvider provider)
              throws IOException {
            provider.defaultSerializeValue(odfType.toJson(value), json);
          }
        });
    module.addDeserializer(
        type,
        new StdDeserializer<T>(type) {
          @Override
          public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            JsonNode tree = context.readTree(json);
            try {
              return odfType.fromJson(tree);
            } catch (RuntimeException e) {
              throw context.instantiationException(type, e);
            }
          }
        });
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = TaskEvent.Outcome.Success.class, name = "Success"),
    @JsonSubTypes.Type(value = TaskEvent.Outcome.NoOp.class, name = "NoOp"),
    @JsonSubTypes.Type(value = TaskEvent.Outcome.Failed.class, name = "Failed"),
    @JsonSubTypes.Type(value = TaskEvent.Outcome.Cancelled.class, name = "Cancelled")
  })
  private interface OutcomeKinds {}
}
