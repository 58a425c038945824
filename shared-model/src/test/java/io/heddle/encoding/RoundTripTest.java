package io.heddle.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.odf.Ingress;
import io.heddle.odf.MetadataBlock;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The encodings agree with each other, whatever a block holds. */
class RoundTripTest {
  @Property(tries = 2000)
  void aBlockKeepsItsBytes(@ForAll long seed) {
    // Given
    MetadataBlock block = new RandomValues(seed).block();
    // When
    byte[] file = BlockCodec.encode(block);
    MetadataBlock decoded = BlockCodec.decode(file);
    // Then
    assertThat(decoded).isEqualTo(block);
    assertThat(BlockCodec.encode(decoded)).isEqualTo(file);
    assertThat(BlockCodec.decodeHeader(file).sequenceNumber()).isEqualTo(block.sequenceNumber());
  }

  @Property(tries = 1000)
  void aBlockKeepsItsContentAsYaml(@ForAll long seed) {
    // Given
    MetadataBlock block = new RandomValues(seed).block();
    // When
    String yaml = Manifest.METADATA_BLOCK.toYaml(block);
    // Then
    assertThat(Manifest.METADATA_BLOCK.fromYaml(yaml)).isEqualTo(block);
  }

  @Property(tries = 500)
  void anIngressKeepsItsContent(@ForAll long seed) {
    // Given
    Ingress ingress = new RandomValues(seed).value(OdfTypes.INGRESS);
    // When
    JsonNode written = OdfTypes.INGRESS.toJson(ingress);
    // Then
    assertThat(OdfTypes.INGRESS.fromJson(written)).isEqualTo(ingress);
  }

  @Test
  void theRandomBlocksAreOfEveryKind() {
    Set<String> kinds = new HashSet<>();
    for (int seed = 0; seed < 500; seed++) {
      kinds.add(OdfTypes.kindOf(new RandomValues(seed).block().event()));
    }
    assertThat(kinds).hasSize(EventTypes.METADATA_EVENT.allMembers().size());
  }
}
