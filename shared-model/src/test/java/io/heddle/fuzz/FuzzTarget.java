package io.heddle.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.encoding.BlockCodec;
import io.heddle.odf.MetadataEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/** What is fuzzed, and what fuzzing starts from: the vectors, and the corpus of earlier runs. */
enum FuzzTarget {
  BLOCKS(BlockDecoderTarget.class, BlockDecoderTarget::fuzzerTestOneInput) {
    @Override
    void addVectors(List<byte[]> seeds) {
      vectors("blocks.json").forEach(v -> seeds.add(bytes(v.get("manifestHex"))));
      vectors("stored-blocks.json").forEach(v -> seeds.add(bytes(v.get("bytesHex"))));
    }
  },
  ARROW_SCHEMA(ArrowSchemaTarget.class, ArrowSchemaTarget::fuzzerTestOneInput) {
    @Override
    void addVectors(List<byte[]> seeds) {
      vectors("blocks.json")
          .forEach(
              v -> {
                MetadataEvent event = BlockCodec.decode(bytes(v.get("manifestHex"))).event();
                if (event instanceof MetadataEvent.SetDataSchema schema
                    && schema.rawArrowSchema() != null) {
                  seeds.add(schema.rawArrowSchema());
                }
              });
    }
  },
  MULTIBASE(MultibaseTarget.class, MultibaseTarget::fuzzerTestOneInput) {
    @Override
    void addVectors(List<byte[]> seeds) {
      vectors("multiformats.json")
          .forEach(
              v -> v.path("encodings").forEach(text -> seeds.add(text.asText().getBytes(UTF_8))));
    }
  },
  YAML(YamlReaderTarget.class, YamlReaderTarget::fuzzerTestOneInput) {
    @Override
    void addVectors(List<byte[]> seeds) {
      vectors("yaml-roundtrip.json")
          .forEach(
              v -> {
                seeds.add(v.get("input").asText().getBytes(UTF_8));
                seeds.add(v.get("canonical").asText().getBytes(UTF_8));
              });
    }
  };

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Class<?> entry;
  private final Consumer<byte[]> run;

  FuzzTarget(Class<?> entry, Consumer<byte[]> run) {
    this.entry = entry;
    this.run = run;
  }

  abstract void addVectors(List<byte[]> seeds);

  Class<?> entry() {
    return entry;
  }

  void run(byte[] input) {
    run.accept(input);
  }

  /** Of each line of the corpus the bytes that it gives in hex, behind the vectors. */
  List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    addVectors(seeds);
    resource("/fuzz/%s.txt".formatted(name().toLowerCase(Locale.ROOT)))
        .lines()
        .map(HexFormat.of()::parseHex)
        .forEach(seeds::add);
    return seeds;
  }

  private static Iterable<JsonNode> vectors(String file) {
    try {
      return JSON.readTree(resource("/vectors/" + file)).get("vectors");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(JsonNode hex) {
    return HexFormat.of().parseHex(hex.asText());
  }

  private static String resource(String name) {
    try (InputStream in = FuzzTarget.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
