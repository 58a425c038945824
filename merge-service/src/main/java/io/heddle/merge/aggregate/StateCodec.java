package io.heddle.merge.aggregate;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.ChainSummaryJson;
import io.heddle.message.MessageJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Aggregates as bytes: a byte for the format, one that says whether something is under way, and
 * JSON. What was written in another format is not read: the chain holds all of it.
 */
final class StateCodec {
  private static final Logger LOG = Logger.getLogger(StateCodec.class);
  private static final int FORMAT = 1;
  private static final int HEADER = 2;

  private static final ObjectMapper JSON = mapper();

  private StateCodec() {}

  static byte[] encode(DatasetState state, boolean active) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(FORMAT);
    bytes.write(active ? 1 : 0);
    try {
      JSON.writeValue(bytes, state);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The state, unless it is of another format or damaged: then the chain tells all of it. */
  static Optional<DatasetState> decode(byte[] bytes) {
    if (bytes[0] != FORMAT) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(bytes, HEADER, bytes.length - HEADER, DatasetState.class));
    } catch (IOException e) {
      LOG.error("the state of a dataset is unreadable, reading its chain again", e);
      return Optional.empty();
    }
  }

  static boolean isActive(byte[] bytes) {
    return bytes[1] != 0;
  }

  private static ObjectMapper mapper() {
    SimpleModule module = new SimpleModule("heddle-aggregates");
    module.addSerializer(
        ChainSummary.class,
        new StdSerializer<>(ChainSummary.class) {
          @Override
          public void serialize(ChainSummary value, JsonGenerator json, SerializerProvider provider)
              throws IOException {
            json.writeTree(ChainSummaryJson.write(value));
          }
        });
    module.addDeserializer(
        ChainSummary.class,
        new StdDeserializer<ChainSummary>(ChainSummary.class) {
          @Override
          public ChainSummary deserialize(JsonParser json, DeserializationContext context)
              throws IOException {
            return ChainSummaryJson.read(context.readTree(json));
          }
        });
    ObjectMapper mapper = MessageJson.mapper();
    mapper.registerModule(module);
    for (Class<?> phase : Phase.class.getPermittedSubclasses()) {
      mapper.registerSubtypes(new NamedType(phase, phase.getSimpleName()));
    }
    return mapper;
  }
}
