package io.heddle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.encoding.BlockCodec;
import io.heddle.encoding.OdfTypes;
import io.heddle.odf.MetadataBlock;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The encoding of blocks, against the bytes of the reference implementation. */
class BlockVectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  @TestFactory
  Stream<DynamicNode> blocks() {
    return ConformanceSuite.vectors("blocks").format("blocks", this::encodesAndDecodes).tests();
  }

  private void encodesAndDecodes(ConformanceCase given) {
    // Given
    JsonNode json = given.get("block");
    MetadataBlock block = OdfTypes.METADATA_BLOCK.fromJson(json);
    // When
    byte[] file = BlockCodec.encode(block);
    MetadataBlock decoded = BlockCodec.decode(file);
    // Then
    assertThat(HEX.formatHex(file)).isEqualTo(given.text("manifestHex"));
    assertThat(HEX.formatHex(BlockCodec.hash(file).digest())).isEqualTo(given.text("sha3"));
    assertThat(BlockCodec.hash(file).toString()).isEqualTo(given.text("blockHash"));
    assertThat(decoded).isEqualTo(block);
    assertThat(OdfTypes.METADATA_BLOCK.toJson(decoded)).isEqualTo(json);
  }
}
