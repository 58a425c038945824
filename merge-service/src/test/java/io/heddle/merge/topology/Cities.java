package io.heddle.merge.topology;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.message.Proposal;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStore;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.DataEvent;
import io.heddle.odf.OperationType;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowIpc;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.slice.SliceReader;
import io.heddle.slice.SliceSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A dataset of cities: proposals for it, and what its chain holds. */
final class Cities {
  static final DatasetId DATASET = new DatasetId(new byte[DatasetId.KEY_LENGTH]);
  static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("city", new DataType.Text()),
              new DataField("people", new DataType.Int64())));

  private final DatasetId dataset;
  private final ObjectStore bucket;
  private final BufferAllocator allocator;

  Cities(DatasetId dataset, ObjectStore bucket, BufferAllocator allocator) {
    this.dataset = dataset;
    this.bucket = bucket;
    this.allocator = allocator;
  }

  Proposal.Metadata create(String requestId) {
    return new Proposal.Metadata(
        dataset,
        requestId,
        "resource-1",
        List.of(new MetadataEvent.Seed(dataset, DatasetKind.Root)));
  }

  Proposal.IngestBegin begin(
      String requestId, String source, @Nullable String expected, MergeStrategy merge) {
    return begin(requestId, source, expected, merge, SCHEMA);
  }

  /** With columns that a read schema names. */
  Proposal.IngestBegin begin(
      String requestId,
      String source,
      @Nullable String expected,
      MergeStrategy merge,
      DataSchema schema) {
    return new Proposal.IngestBegin(
        dataset,
        requestId,
        "task-" + requestId,
        null,
        "resource-1",
        source,
        expected == null ? null : state(source, expected),
        merge,
        Vocabulary.DEFAULT,
        schema,
        !schema.equals(SCHEMA),
        null,
        null,
        null,
        null);
  }

  static SourceState state(String source, String value) {
    return new SourceState(source, SourceState.ETAG, value);
  }

  /** A row of {@link #SCHEMA}. */
  record City(String name, long people) {}

  Proposal.IngestBatch batch(String requestId, int number, City... cities) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(SCHEMA), allocator)) {
      root.allocateNew();
      for (int i = 0; i < cities.length; i++) {
        ((VarCharVector) root.getVector(0))
            .setSafe(i, cities[i].name().getBytes(StandardCharsets.UTF_8));
        ((BigIntVector) root.getVector(1)).setSafe(i, cities[i].people());
      }
      root.setRowCount(cities.length);
      return new Proposal.IngestBatch(dataset, requestId, number, ArrowIpc.encode(root));
    }
  }

  Proposal.IngestEnd end(String requestId, String source, int batches, long rows, String newState) {
    return new Proposal.IngestEnd(dataset, requestId, batches, rows, state(source, newState), null);
  }

  /** One appended row in the dataset's schema. */
  byte[] storedRow(long offset, Instant time, City city) {
    DataSchema schema = chain().summary().orElseThrow().schema().orElseThrow();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator)) {
      root.allocateNew();
      ((UInt8Vector) root.getVector("offset")).setSafe(0, offset);
      ((UInt1Vector) root.getVector("op")).setSafe(0, 0);
      ((TimeStampVector) root.getVector("system_time")).setSafe(0, time.toEpochMilli());
      ((TimeStampVector) root.getVector("event_time")).setSafe(0, 0);
      ((VarCharVector) root.getVector("city"))
          .setSafe(0, city.name().getBytes(StandardCharsets.UTF_8));
      ((BigIntVector) root.getVector("people")).setSafe(0, city.people());
      root.setRowCount(1);
      return ArrowIpc.encode(root);
    }
  }

  MetadataChain chain() {
    return new MetadataChain(DatasetStorage.of(bucket, dataset));
  }

  /** All rows of the dataset: operation, city, people. */
  List<String> rows() {
    List<String> rows = new ArrayList<>();
    MetadataChain chain = chain();
    DataSchema schema = chain.summary().orElseThrow().schema().orElse(null);
    if (schema == null) {
      return rows;
    }
    List<StoredBlock> blocks = new ArrayList<>();
    chain.backwards(chain.head().orElseThrow().target()).forEach(blocks::add);
    Collections.reverse(blocks);
    for (StoredBlock block : blocks) {
      if (block.block().event() instanceof DataEvent data && data.newData() != null) {
        try (InputStream in =
                chain
                    .storage()
                    .open(StorageArea.DATA, data.newData().physicalHash())
                    .orElseThrow();
            SliceReader reader =
                SliceReader.open(SliceSource.of(in.readAllBytes()), schema, allocator)) {
          while (reader.next()) {
            read(reader.root(), rows);
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return rows;
  }

  private static void read(VectorSchemaRoot root, List<String> rows) {
    BaseIntVector operations = (BaseIntVector) root.getVector("op");
    for (int i = 0; i < root.getRowCount(); i++) {
      rows.add(
          "%s %s %s"
              .formatted(
                  OperationType.ofValue(operations.getValueAsLong(i)).orElseThrow().code(),
                  root.getVector("city").getObject(i),
                  root.getVector("people").getObject(i)));
    }
  }
}
