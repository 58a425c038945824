package io.heddle.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.encoding.StoredJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written of a resource is read back as the same, whatever it holds. */
class ManifestRoundTripTest {
  private static final int TRIES = 200;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(StoredJson.factory())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  @ParameterizedTest
  @EnumSource(names = {"Dataset", "Source", "Flow", "FlowRun", "Task"})
  void manifestsOfAllTypes(ResourceType type) throws JsonProcessingException {
    for (int seed = 0; seed < TRIES; seed++) {
      Manifest manifest = new RandomManifests(seed).manifest(type);
      ObjectNode written = ManifestJson.write(manifest);
      JsonNode reread = MAPPER.readTree(MAPPER.writeValueAsString(written));

      Manifest read = ManifestJson.read(type, reread, true);

      assertThat(read).as("seed %d", seed).isEqualTo(manifest);
      assertThat(MAPPER.writeValueAsString(ManifestJson.write(read)))
          .as("canonical form of seed %d", seed)
          .isEqualTo(MAPPER.writeValueAsString(ManifestJson.write(manifest)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"Dataset", "Source", "Flow", "FlowRun", "Task"})
  void resourcesOfAllTypes(ResourceType type) {
    for (int seed = 0; seed < TRIES; seed++) {
      Resource resource = new RandomManifests(seed).resource(type);

      assertThat(ResourceJson.fromBytes(ResourceJson.toBytes(resource)))
          .as("seed %d", seed)
          .isEqualTo(resource);
    }
  }
}
