package io.heddle.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.chain.MetadataBlock;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BlockCodecTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void encodesAndDecodesTheVectors() throws IOException {
    // Given
    JsonNode vectors;
    try (InputStream in = BlockCodecTest.class.getResourceAsStream("/vectors/blocks.json")) {
      vectors = JSON.readTree(Objects.requireNonNull(in)).get("vectors");
    }
    for (JsonNode vector : vectors) {
      // When
      MetadataBlock block = OdfTypes.METADATA_BLOCK.fromJson(vector.get("block"));
      byte[] file = BlockCodec.encode(block);
      // Then
      String name = vector.get("name").asText();
      assertThat(HexFormat.of().formatHex(file))
          .as(name)
          .isEqualTo(vector.get("manifestHex").asText());
      assertThat(BlockCodec.hash(file)).as(name).hasToString(vector.get("blockHash").asText());
      assertThat(BlockCodec.decode(file)).as(name).isEqualTo(block);
      assertThat(BlockCodec.decodeHeader(file).eventKind())
          .as(name)
          .contains(OdfTypes.kindOf(block.event()));
    }
  }
}
