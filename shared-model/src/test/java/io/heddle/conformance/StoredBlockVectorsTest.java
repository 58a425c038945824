package io.heddle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.encoding.BlockCodec;
import io.heddle.encoding.OdfTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Blocks that are read as they are stored, of older format versions too. */
class StoredBlockVectorsTest {
  @TestFactory
  Stream<DynamicNode> storedBlocks() {
    return ConformanceSuite.vectors("stored-blocks").format("stored-blocks", this::reads).tests();
  }

  private void reads(ConformanceCase given) throws IOException {
    // Given
    byte[] file = HexFormat.of().parseHex(given.text("bytesHex"));
    // When / Then
    assertThat(BlockCodec.hash(file).toString()).isEqualTo(given.text("blockHash"));
    JsonNode content = OdfTypes.METADATA_BLOCK.toJson(BlockCodec.decode(file));
    if (given.get("sameContentAs").isTextual()) {
      assertThat(content).isEqualTo(blockNamed(given.text("sameContentAs")));
    }
  }

  /** The project's own vectors have it, wherever this one comes from. */
  private static JsonNode blockNamed(String name) throws IOException {
    JsonNode vectors =
        new JsonMapper()
            .readTree(Path.of("src/test/resources/vectors/blocks.json").toFile())
            .get("vectors");
    for (JsonNode vector : vectors) {
      if (vector.get("name").asText().equals(name)) {
        return vector.get("block");
      }
    }
    throw new AssertionError("no block vector " + name);
  }
}
