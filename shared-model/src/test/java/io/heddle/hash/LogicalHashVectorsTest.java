package io.heddle.hash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.conformance.ConformanceCase;
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
  Stream<DynamicNode> logicalHashes() {
    return ConformanceSuite.vectors("logical-hash").format("logical-hash", this::check).tests();
  }

  private void check(ConformanceCase given) {
    Multihash hash = hash(given.get("schema"), given.get("batches"));

    assertThat(HexFormat.of().formatHex(hash.digest())).isEqualTo(given.text("digest"));
    assertThat(hash.toString()).isEqualTo(given.text("logicalHash"));
  }

  private static Multihash hash(JsonNode fields, JsonNode batches) {
    Schema schema = BatchFixture.schema(fields);
    LogicalHasher hasher = LogicalHasher.ofBatches(schema);
    try (BufferAllocator allocator = new RootAllocator()) {
      for (JsonNode columns : batches) {
        try (VectorSchemaRoot batch = BatchFixture.batch(schema, columns, allocator)) {
          hasher.update(batch);
        }
      }
    }
    return hasher.hash();
  }
}
