package io.heddle.hash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.conformance.ConformanceSuite;
import io.heddle.multiformats.Multihash;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class LogicalHashVectorsTest {
  @TestFactory
  Stream<DynamicNode> vectors() {
    return ConformanceSuite.vectors("logical-hash")
        .format("logical-hash", vector -> check(vector.content()))
        .tests();
  }

  /** Checks one entry of {@code logical-hash.json}. */
  static void check(JsonNode vector) {
    Multihash hash = hash(vector);

    assertThat(HexFormat.of().formatHex(hash.digest())).isEqualTo(vector.path("digest").asText());
    assertThat(hash).hasToString(vector.path("logicalHash").asText());
  }

  private static Multihash hash(JsonNode vector) {
    Schema schema = BatchFixture.schema(vector.path("schema"));
    LogicalHasher hasher = LogicalHasher.ofBatches(schema);
    try (BufferAllocator allocator = new RootAllocator()) {
      for (JsonNode columns : vector.path("batches")) {
        try (VectorSchemaRoot batch = BatchFixture.batch(schema, columns, allocator)) {
          hasher.update(batch);
        }
      }
    }
    return hasher.hash();
  }
}
