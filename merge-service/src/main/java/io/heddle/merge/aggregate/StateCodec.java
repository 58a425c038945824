package io.heddle.merge.aggregate;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.ChainSummaryJson;
import io.heddle.message.MessageJson;
import io.heddle.odf.MetadataEvent;
import io.heddle.schema.DataSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates as entries: a main one that changes with every message, and parts that change now and
 * then, each under a name.
 *
 * <p>The main entry is a byte for the format, one that says whether something is under way, the
 * dataset's number, and JSON. The number stands at its place in every format from the second one
 * on. What was written in another format is not read further: the chain holds all of it.
 */
final class StateCodec {
  private static final byte FORMAT = 2;
  private static final byte FORMAT_WITHOUT_NUMBER = 1;
  private static final int HEADER = 2;

  private static final String CHAIN = "chain";
  private static final String BEGUN = "begun";
  private static final String SCHEMA = "schema/";
  private static final String VIEW = "view/";
  private static final String DESCRIPTION = "description/";
  private static final String LAST_INGESTION = "last/";
  private static final String NEED = "need/";
  private static final String GARBAGE = "garbage/";

  /** Writes the begin of an ingestion as a part of its own, and leaves it out elsewhere. */
  private static final ObjectMapper JSON = mapper(true);

  private static final ObjectMapper WHOLE = mapper(false);

  private StateCodec() {}

  /** What changes with every message. */
  private record Main(@Nullable String resourceId, Phase phase) {}

  static byte[] encode(DatasetState state, boolean active) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(FORMAT);
    bytes.write(active ? 1 : 0);
    bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(state.number()).array());
    bytes.writeBytes(json(JSON, new Main(state.resourceId(), state.phase())));
    return bytes.toByteArray();
  }

  static boolean isActive(byte[] main) {
    return main[1] != 0;
  }

  /** The number of the dataset, whatever the format. */
  static int number(byte[] main) throws IOException {
    return main[0] == FORMAT_WITHOUT_NUMBER
        ? oldMain(main).path("number").asInt()
        : ByteBuffer.wrap(main).getInt(HEADER);
  }

  /** The spaces that an entry of the first format speaks of; later ones have parts for them. */
  static List<Integer> oldSpaces(byte[] main) throws IOException {
    List<Integer> spaces = new ArrayList<>();
    if (main[0] == FORMAT_WITHOUT_NUMBER) {
      JsonNode old = oldMain(main);
      old.path("views").forEach(view -> spaces.add(view.path("space").asInt()));
      old.path("garbage").forEach(space -> spaces.add(space.asInt()));
    }
    return spaces;
  }

  private static JsonNode oldMain(byte[] main) throws IOException {
    return WHOLE.readTree(main, HEADER, main.length - HEADER);
  }

  /** The space whose rows a part speaks of; null: none. */
  static @Nullable Integer space(String name) {
    for (String kind : List.of(VIEW, GARBAGE)) {
      if (name.startsWith(kind)) {
        return Integer.valueOf(name.substring(kind.length()));
      }
    }
    return null;
  }

  /** The parts of a state, by their names. */
  static Map<String, Object> parts(DatasetState state) {
    Map<String, Object> parts = new TreeMap<>();
    if (state.chain() != null) {
      parts.put(CHAIN, state.chain());
    }
    OpenIngestion open = state.phase().openIngestion();
    if (open != null) {
      parts.put(BEGUN, open.begun());
    }
    for (int version = 0; version < state.schemas().size(); version++) {
      parts.put(SCHEMA + version, state.schemas().get(version));
    }
    // In their order, which the phase relies on.
    for (int i = 0; i < state.views().size(); i++) {
      View view = state.views().get(i);
      parts.put(VIEW + view.space(), new PlacedView(i, view));
    }
    state.descriptions().forEach((kind, event) -> parts.put(DESCRIPTION + kind, event));
    state.lastIngestions().forEach((source, last) -> parts.put(LAST_INGESTION + source, last));
    state.needs().forEach((source, need) -> parts.put(NEED + source, need));
    state.garbage().forEach(space -> parts.put(GARBAGE + space, space));
    return parts;
  }

  private record PlacedView(int place, View view) {}

  static byte[] encodePart(Object part) {
    return json(WHOLE, part);
  }

  /** How many bytes a part takes. */
  static int size(Object part) {
    return encodePart(part).length;
  }

  /**
   * @param parts by their names
   * @throws IOException when the state is of another format or damaged
   */
  static DatasetState decode(byte[] main, Map<String, byte[]> parts) throws IOException {
    if (main[0] != FORMAT) {
      throw new IOException("it is of format %d, not %d".formatted(main[0], FORMAT));
    }
    byte[] chain = parts.get(CHAIN);
    byte[] begun = parts.get(BEGUN);
    List<DataSchema> schemas = new ArrayList<>();
    for (byte[] schema; (schema = parts.get(SCHEMA + schemas.size())) != null; ) {
      schemas.add(WHOLE.readValue(schema, DataSchema.class));
    }
    TreeMap<Integer, View> views = new TreeMap<>();
    for (PlacedView view : all(parts, VIEW, PlacedView.class).values()) {
      views.put(view.place(), view.view());
    }
    int start = HEADER + Integer.BYTES;
    Main read =
        JSON.readerFor(Main.class)
            .withAttribute(
                BEGUN, begun == null ? null : WHOLE.readValue(begun, OpenIngestion.Begun.class))
            .readValue(main, start, main.length - start);
    return new DatasetState(
        number(main),
        chain == null ? null : WHOLE.readValue(chain, ChainSummary.class),
        all(parts, DESCRIPTION, MetadataEvent.class),
        read.resourceId(),
        schemas,
        List.copyOf(views.values()),
        all(parts, LAST_INGESTION, DatasetState.LastIngestion.class),
        all(parts, NEED, View.Need.class),
        List.copyOf(all(parts, GARBAGE, Integer.class).values()),
        read.phase());
  }

  private static <T> Map<String, T> all(Map<String, byte[]> parts, String kind, Class<T> type)
      throws IOException {
    Map<String, T> found = new HashMap<>();
    for (Map.Entry<String, byte[]> part : parts.entrySet()) {
      if (part.getKey().startsWith(kind)) {
        found.put(part.getKey().substring(kind.length()), WHOLE.readValue(part.getValue(), type));
      }
    }
    return found;
  }

  private static byte[] json(ObjectMapper mapper, Object value) {
    try {
      return mapper.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectMapper mapper(boolean leavesOutBegun) {
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
    if (leavesOutBegun) {
      leaveOutBegun(module);
    }
    ObjectMapper mapper = MessageJson.mapper();
    mapper.registerModule(module);
    for (Class<?> phase : Phase.class.getPermittedSubclasses()) {
      mapper.registerSubtypes(new NamedType(phase, phase.getSimpleName()));
    }
    return mapper;
  }

  private static void leaveOutBegun(SimpleModule module) {
    module.addSerializer(
        OpenIngestion.Begun.class,
        new StdSerializer<>(OpenIngestion.Begun.class) {
          @Override
          public void serialize(
              OpenIngestion.Begun value, JsonGenerator json, SerializerProvider provider)
              throws IOException {
            json.writeString(value.begin().requestId());
          }
        });
    module.addDeserializer(
        OpenIngestion.Begun.class,
        new StdDeserializer<OpenIngestion.Begun>(OpenIngestion.Begun.class) {
          @Override
          public OpenIngestion.Begun deserialize(JsonParser json, DeserializationContext context)
              throws IOException {
            String requestId = json.getText();
            if (context.getAttribute(BEGUN) instanceof OpenIngestion.Begun begun
                && begun.begin().requestId().equals(requestId)) {
              return begun;
            }
            throw new IOException("the begin of request %s is missing".formatted(requestId));
          }
        });
  }
}
