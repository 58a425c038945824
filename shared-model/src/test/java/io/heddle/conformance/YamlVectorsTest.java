package io.heddle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.document.DocumentLimits;
import io.heddle.document.YamlDocuments;
import io.heddle.document.YamlWriter;
import io.heddle.encoding.BlockCodec;
import io.heddle.encoding.Manifest;
import io.heddle.encoding.OdfTypes;
import io.heddle.hash.Sha3;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** What is read from YAML and written again. */
class YamlVectorsTest {
  private static final Instant SYSTEM_TIME = Instant.parse("2020-01-01T12:00:00Z");
  private static final long SEQUENCE_NUMBER = 117;
  private static final String PREVIOUS_BLOCK = "prev";

  @TestFactory
  Stream<DynamicNode> yaml() {
    return ConformanceSuite.vectors("yaml-roundtrip")
        .format("yaml-roundtrip", this::readsAndWrites)
        .tests();
  }

  private void readsAndWrites(ConformanceCase given) {
    // Given
    Optional<UnaryOperator<JsonNode>> roundTrip = OdfTypeNames.roundTrip(given.text("type"));
    if (roundTrip.isEmpty()) {
      ConformanceSuite.notSupported("nothing is called " + given.text("type"));
    }
    JsonNode input = YamlDocuments.readOne(given.text("input"), DocumentLimits.DEFAULT);
    // When
    JsonNode written = roundTrip.orElseThrow().apply(input);
    String yaml = YamlWriter.write(written);
    // Then
    assertThat(written).isEqualTo(given.get("value"));
    assertThat(written)
        .isEqualTo(YamlDocuments.readOne(given.text("canonical"), DocumentLimits.DEFAULT));
    assertThat(YamlDocuments.readOne(yaml, DocumentLimits.DEFAULT)).isEqualTo(written);
    if (given.get("sha3").isTextual()) {
      assertThat(sha3(Manifest.METADATA_BLOCK.fromYaml(yaml))).isEqualTo(given.text("sha3"));
    }
    if (given.get("sha3InBlock").isTextual()) {
      MetadataBlock block =
          new MetadataBlock(
              SYSTEM_TIME,
              new Multihash(
                  HashFunction.SHA3_256,
                  Sha3.newDigest().digest(PREVIOUS_BLOCK.getBytes(StandardCharsets.UTF_8))),
              SEQUENCE_NUMBER,
              OdfTypes.METADATA_EVENT.fromJson(written));
      assertThat(sha3(block)).isEqualTo(given.text("sha3InBlock"));
    }
  }

  private static String sha3(MetadataBlock block) {
    return HexFormat.of().formatHex(BlockCodec.hash(BlockCodec.encode(block)).digest());
  }
}
