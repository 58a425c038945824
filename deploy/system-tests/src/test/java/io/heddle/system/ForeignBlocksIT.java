package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.chain.AppendOptions;
import io.heddle.chain.AppendOutcome;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.local.bench.LedgerRows.Merge;
import io.heddle.local.stack.LocalStack;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While a large ingestion is under way, somebody else writes to the dataset in the bucket. */
class ForeignBlocksIT {
  private static final long ROWS = 200_000;

  private final LocalStack stack = SharedStack.get();

  @TempDir Path folder;

  @Test
  void aForeignBlockStaysAndTheRowsFollowItOnce() throws Exception {
    // Given
    var dataset = new ExportedDataset("foreign", Merge.SNAPSHOT).publish(0, ROWS, 0).ingest();
    dataset.publish(100, ROWS + 100, 1);

    // When
    String run = dataset.triggerUntilUnderWay();
    Multihash foreign =
        append(dataset.id(), new MetadataEvent.SetInfo("by another", List.of("foreign")));
    dataset.awaitSuccess(run);

    // Then
    dataset.assertHoldsEachRowOnce(folder);
    JsonNode blocks = SharedStack.rest().blocks(dataset.name());
    assertThat(blocks.findValuesAsText("hash")).contains(foreign.toString());
    awaitState(dataset.name(), blocks.path(0).path("hash").asText());
  }

  /** The Dataset's status catches up with blocks that were not announced to it. */
  private static void awaitState(String dataset, String head) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              JsonNode state =
                  SharedStack.rest()
                      .get("/datasets/v1alpha1/dataset/" + dataset)
                      .at("/status/conditions/DatasetState");
              assertThat(state.path("value").asText()).as(state.toString()).isEqualTo("True");
              assertThat(state.path("head").asText()).isEqualTo(head);
            });
  }

  private Multihash append(String id, MetadataEvent event) throws Exception {
    Map<String, String> settings = stack.configuration();
    var s3 =
        new S3Settings(
                stack.s3Endpoint(),
                LocalStack.BUCKET,
                settings.get("heddle.s3.access-key"),
                settings.get("heddle.s3.secret-key"))
            .withRegion(LocalStack.REGION);
    try (var bucket = new S3ObjectStore(s3)) {
      var chain = new MetadataChain(DatasetStorage.of(bucket, DatasetId.parse(id)));
      Multihash head = chain.head().orElseThrow().target();
      var block =
          new MetadataBlock(
              Instant.now().truncatedTo(ChronoUnit.MILLIS),
              head,
              chain.block(head).block().sequenceNumber() + 1,
              event);
      return ((AppendOutcome.Appended) chain.append(block, AppendOptions.DEFAULT)).hash();
    }
  }
}
