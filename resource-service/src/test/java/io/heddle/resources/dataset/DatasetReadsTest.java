package io.heddle.resources.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.chain.AppendOptions;
import io.heddle.chain.AppendOutcome;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.StorageArea;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.DatasetKeyPair;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.slice.SliceWriter;
import io.heddle.slice.WrittenSlice;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetReadsTest {
  private static final DatasetId DATASET = new DatasetId(new byte[32]);
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
  private static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("offset", new DataType.UInt64()),
              new DataField("op", new DataType.UInt8()),
              new DataField("system_time", new DataType.Timestamp(null, null)),
              new DataField("event_time", new DataType.Timestamp(null, null)),
              new DataField("city", new DataType.Option(new DataType.Text()))));

  @TempDir Path dir;

  private final InMemoryObjectStore bucket = new InMemoryObjectStore();
  private final MetadataChain chain = new MetadataChain(DatasetStorage.of(bucket, DATASET));
  private final DatasetReads reads = new DatasetReads(ref -> DATASET, bucket);

  @BeforeEach
  void threeSlicesOfThreeRows() {
    append(new MetadataEvent.Seed(DATASET, DatasetKind.Root));
    append(new MetadataEvent.SetInfo("Cities", List.of()));
    append(new MetadataEvent.SetDataSchema(SCHEMA));
    for (int slice = 0; slice < 3; slice++) {
      long start = slice * 3L;
      append(
          new MetadataEvent.AddData(
              null, start == 0 ? null : start - 1, slice(start), null, TIME, null, null));
    }
  }

  @Test
  void tailReadsTheLastRecordsAcrossSlicesInOrder() {
    JsonNode tail = reads.tail("cities", "head", 1, 4);

    assertThat(tail.at("/dataFormat").asText()).isEqualTo("JsonAoS");
    assertThat(tail.get("data").findValuesAsText("offset")).containsExactly("4", "5", "6", "7");
    assertThat(tail.at("/data/0/op").asInt()).isZero();
    assertThat(tail.at("/data/0/event_time").asText()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(tail.at("/data/0/city").asText()).isEqualTo("city 4");
  }

  @Test
  void tailOfAnEarlierBlockEndsThere() {
    Multihash secondSlice =
        chain.block(chain.head().orElseThrow().target()).block().prevBlockHash();

    JsonNode tail = reads.tail("cities", secondSlice.toString(), 0, 100);

    assertThat(tail.get("data")).hasSize(6);
  }

  @Test
  void tailWithoutRowsIsEmpty() {
    assertThat(reads.tail("cities", "head", 9, 100).get("data")).isEmpty();
  }

  @Test
  void metadataSumsUpTheChain() {
    JsonNode metadata = reads.metadata("cities", "head");

    assertThat(metadata.at("/seed/datasetId").asText()).isEqualTo(DATASET.toString());
    assertThat(metadata.at("/info/description").asText()).isEqualTo("Cities");
    assertThat(metadata.at("/stats/numRecords").asLong()).isEqualTo(9);
    assertThat(metadata.at("/stats/numBlocks").asLong()).isEqualTo(6);
    assertThat(metadata.at("/watermark").asText()).isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void theLogComesInPagesNewestFirst() {
    JsonNode first = reads.log("cities", "head", 4, Set.of());
    JsonNode second = reads.log("cities", first.at("/page/nextToken").asText(), 4, Set.of());

    assertThat(first.get("items").findValuesAsText("sequenceNumber"))
        .containsExactly("5", "4", "3", "2");
    assertThat(second.get("items").findValuesAsText("sequenceNumber")).containsExactly("1", "0");
    assertThat(second.get("page").has("nextToken")).isFalse();
  }

  @Test
  void theLogCanBeCutDownToKinds() {
    JsonNode log = reads.log("cities", "head", 10, Set.of("AddData"));

    assertThat(log.get("items")).hasSize(3);
  }

  @Test
  void referencesNameTheirBlocks() {
    JsonNode refs = reads.refs("cities");

    assertThat(refs.at("/0/name").asText()).isEqualTo("head");
    assertThat(refs.at("/0/sequenceNumber").asLong()).isEqualTo(5);
  }

  @Test
  void aSoundChainMayBeTakenOverAndABrokenOneMayNot() {
    AdoptionCheck check = new AdoptionCheck(bucket);
    assertThat(check.fault(DATASET)).isEmpty();
    assertThat(check.fault(DatasetKeyPair.generate(new SecureRandom()).id())).isEmpty();

    String slice = bucket.list(DATASET.multibase() + "/data/", null, 1).getFirst().key();
    bucket.delete(slice);

    assertThat(check.fault(DATASET)).get().asString().contains("does not verify");
  }

  @Test
  void whatIsNotThereIsAProblemOfItsOwn() {
    Multihash nowhere = new Multihash(HashFunction.SHA3_256, new byte[32]);

    assertThatThrownBy(() -> reads.reference(chain, "draft")).satisfies(is(Problem.REF_NOT_FOUND));
    assertThatThrownBy(() -> reads.block(chain, nowhere)).satisfies(is(Problem.BLOCK_NOT_FOUND));
    assertThatThrownBy(() -> reads.file(chain.storage(), StorageArea.DATA, nowhere))
        .satisfies(is(Problem.OBJECT_NOT_FOUND));
    assertThatThrownBy(() -> DatasetReads.hash("f16")).satisfies(is(Problem.MALFORMED_REQUEST));
  }

  private static java.util.function.Consumer<Throwable> is(Problem problem) {
    return e -> assertThat(((ProblemException) e).detail().code()).isEqualTo(problem.code());
  }

  private void append(MetadataEvent event) {
    var head = chain.summary().orElse(null);
    MetadataBlock block =
        head == null
            ? new MetadataBlock(TIME, null, 0, event)
            : new MetadataBlock(TIME, head.head(), head.sequenceNumber() + 1, event);
    assertThat(chain.append(block, AppendOptions.DEFAULT))
        .isInstanceOf(AppendOutcome.Appended.class);
  }

  private DataSlice slice(long start) {
    Path file = dir.resolve("slice-" + start);
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot rows = VectorSchemaRoot.create(ArrowSchemas.toArrow(SCHEMA), allocator);
        SliceWriter writer = new SliceWriter(file, SCHEMA)) {
      rows.allocateNew();
      for (int row = 0; row < 3; row++) {
        ((UInt8Vector) rows.getVector("offset")).setSafe(row, start + row);
        ((UInt1Vector) rows.getVector("op")).setSafe(row, 0);
        for (String column : List.of("system_time", "event_time")) {
          ((TimeStampMilliTZVector) rows.getVector(column)).setSafe(row, TIME.toEpochMilli());
        }
        ((VarCharVector) rows.getVector("city"))
            .setSafe(row, ("city " + (start + row)).getBytes(StandardCharsets.UTF_8));
      }
      rows.setRowCount(3);
      writer.write(rows);
      WrittenSlice written = writer.finish();
      chain.storage().put(StorageArea.DATA, written.physicalHash(), file);
      return written.at(new OffsetInterval(start, start + 2));
    }
  }
}
