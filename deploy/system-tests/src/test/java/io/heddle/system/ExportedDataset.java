package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.kafka.KafkaRecords;
import io.heddle.kafka.TopicLayout;
import io.heddle.local.bench.LedgerRows;
import io.heddle.local.bench.LedgerRows.Merge;
import io.heddle.message.MessageKind;
import io.heddle.message.Topics;
import io.heddle.multiformats.DatasetId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A dataset with its source and its flow, and every export that the source showed to it. Knows
 * which rows must have come of them: each once, in their order, one block for each export.
 */
final class ExportedDataset {
  static final Duration PATIENCE = Duration.ofMinutes(3);

  /** So many batches, and there are more to come. */
  private static final int UNDER_WAY = 3;

  private final String name;
  private final Merge merge;
  private final Path source;
  private final List<Path> exports = new ArrayList<>();
  private int published;

  ExportedDataset(String name, Merge merge) {
    this.name = name;
    this.merge = merge;
    source = SharedStack.file(name + ".csv");
  }

  String name() {
    return name;
  }

  /** The dataset's DID, asked of resource-service, which reads it from the store. */
  String id() {
    JsonNode blocks = SharedStack.rest().blocks(name);
    return blocks.path(blocks.size() - 1).path("block").path("event").path("datasetId").asText();
  }

  /** Its place on the topics that are kept by dataset. */
  int partition() {
    return KafkaRecords.partitionOf(
        KafkaRecords.key(DatasetId.parse(id())), TopicLayout.DEFAULT_DATASET_PARTITIONS);
  }

  /** Another dataset, of the same partition, with one row ingested. */
  ExportedDataset neighbour() throws IOException {
    int partition = partition();
    for (int tried = 0; ; tried++) {
      var candidate = new ExportedDataset(name + "-neighbour-" + tried, Merge.APPEND);
      candidate.publish(0, 1, 0);
      if (candidate.partition() == partition) {
        return candidate.ingest();
      }
    }
  }

  /** From now on rows go through a query, and are known by another key, before they are merged. */
  ExportedDataset redefine(String query, String key) {
    SharedStack.rest()
        .apply(
            LedgerRows.manifests(name, source, merge)
                .replace("[account, seq]", "[" + key + "]")
                .replace(
                    "  merge: ",
                    "  preprocess: {kind: Sql, engine: duckdb, query: \""
                        + query
                        + "\"}\n  merge: "));
    return this;
  }

  /** Removes the flow, whatever it is doing. */
  void deleteFlow() {
    SharedStack.rest().delete("/flows/v1alpha1/flow/" + name);
  }

  /** Shows an export that is to be taken. */
  ExportedDataset publish(long start, long end, int edition) throws IOException {
    Path export = write(start, end, edition);
    exports.add(export);
    show(export);
    return this;
  }

  /** Shows an export whose last row has the key of its first one, so that nothing may be taken. */
  void publishWithRepeatedKey(long start, long end, int edition) throws IOException {
    Path export = write(start, end, edition);
    String first;
    try (var lines = Files.lines(export)) {
      first = lines.skip(1).findFirst().orElseThrow();
    }
    Files.writeString(export, first + "0\n", StandardOpenOption.APPEND);
    show(export);
  }

  private Path write(long start, long end, int edition) throws IOException {
    Path export = SharedStack.file(name + "-" + published++ + ".csv");
    LedgerRows.write(export, start, end, edition);
    return export;
  }

  private void show(Path export) throws IOException {
    Path draft = source.resolveSibling(source.getFileName() + ".draft");
    Files.copy(export, draft, StandardCopyOption.REPLACE_EXISTING);
    Files.move(draft, source, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (published == 1) {
      SharedStack.rest().apply(LedgerRows.manifests(name, source, merge));
    }
  }

  /** Starts the flow and gives its run. */
  String trigger() {
    return SharedStack.rest().trigger(name);
  }

  /** Starts the flow and comes back with its run when rows are on their way into a slice. */
  String triggerUntilUnderWay() {
    try (var decisions = new Traffic(Topics.DEFAULT.commitRequests())) {
      String run = trigger();
      decisions.await(id(), MessageKind.SLICE_BATCH, UNDER_WAY);
      return run;
    }
  }

  /** Waits until a run has succeeded. */
  void awaitSuccess(String run) {
    assertThat(await(run)).isEqualTo("Success");
  }

  /** Waits for the end of a run and gives its outcome. */
  String await(String run) {
    return SharedStack.rest().awaitRun(name, run, PATIENCE).path("outcome").asText();
  }

  /** Runs the flow to its good end. */
  ExportedDataset ingest() {
    awaitSuccess(trigger());
    return this;
  }

  /** The dataset holds what the exports say and nothing else, and verifies. */
  void assertHoldsEachRowOnce(Path folder) throws Exception {
    JsonNode verdict = SharedStack.rest().verify(name);
    assertThat(verdict.path("ok").asBoolean()).as(verdict.toPrettyString()).isTrue();
    try (var rows = new StoredRows(SharedStack.rest(), name, folder.resolve(name))) {
      assertThat(rows.blocks()).as("blocks with data or without").isEqualTo(exports.size());
      assertThat(rows.slices()).isEqualTo(exports.size());
      assertThat(rows.hasOffsetsWithoutGaps()).isTrue();
      rows.expect(exports, merge);
      assertThat(rows.missing()).as("rows that are missing, some of them").isEmpty();
      assertThat(rows.surplus()).as("rows that are too many, some of them").isEmpty();
      assertThat(rows.outOfOrder()).as("offsets of rows out of order, some of them").isEmpty();
    }
  }
}
