package io.heddle.merge.topology;

import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.Proposal;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStore;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowIpc;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
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
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A dataset of wares in shops, on which a random history happens. */
final class Wares {
  private static final DataType EVENT_TIME = new DataType.Timestamp(TimeUnit.Millisecond, "UTC");

  final DatasetId dataset;
  private final ObjectStore bucket;
  private final BufferAllocator allocator;
  private @Nullable ChainSummary lastSummary;

  Wares(DatasetId dataset, ObjectStore bucket, BufferAllocator allocator) {
    this.dataset = dataset;
    this.bucket = bucket;
    this.allocator = allocator;
  }

  /** A row as a source has it. */
  record Ware(int op, @Nullable Long eventTime, String sku, String shop, @Nullable Long count) {}

  /** A row as the dataset has it. */
  record Row(long offset, int op, long eventTime, String sku, String shop, @Nullable Long count) {}

  /**
   * What one ingestion brings.
   *
   * @param input its rows and how they are merged
   * @param newState of the source afterwards
   */
  record Delivery(String source, String newState, HistoryFold.Input input) {}

  Proposal.Metadata create() {
    return new Proposal.Metadata(
        dataset,
        "create-" + dataset,
        "resource-1",
        List.of(new MetadataEvent.Seed(dataset, DatasetKind.Root)));
  }

  /** A begin that relies on the chain as it is now. */
  Proposal.IngestBegin begin(String requestId, String taskId, long epoch, Delivery delivery) {
    ChainSummary now = summary();
    HistoryFold.Input input = delivery.input();
    return new Proposal.IngestBegin(
        dataset,
        requestId,
        taskId,
        new Proposal.Attempt(epoch, 0, now.stateBlock(delivery.source()).orElse(null)),
        "resource-1",
        delivery.source(),
        now.state(delivery.source()).orElse(null),
        input.merge(),
        Vocabulary.DEFAULT,
        schema(input),
        false,
        Instant.ofEpochMilli(input.sourceEventTime()),
        null,
        null,
        input.rowsPerSlice());
  }

  /** The same begin under another request id. */
  static Proposal.IngestBegin again(Proposal.IngestBegin begin, String requestId) {
    return new Proposal.IngestBegin(
        begin.dataset(),
        requestId,
        begin.taskId(),
        begin.attempt(),
        begin.datasetResourceId(),
        begin.sourceName(),
        begin.expectedState(),
        begin.merge(),
        begin.vocabulary(),
        begin.schema(),
        begin.schemaDeclared(),
        begin.sourceEventTime(),
        begin.explicitWatermark(),
        begin.watermarkWithoutRows(),
        begin.targetRecordsPerSlice());
  }

  private static DataSchema schema(HistoryFold.Input input) {
    List<DataField> fields = new ArrayList<>();
    if (input.hasOperations()) {
      fields.add(new DataField("op", new DataType.UInt8()));
    }
    if (input.hasEventTimes()) {
      fields.add(new DataField("event_time", new DataType.Option(EVENT_TIME)));
    }
    fields.add(new DataField("sku", new DataType.Text()));
    fields.add(new DataField("shop", new DataType.Text()));
    fields.add(new DataField("count", new DataType.Option(new DataType.Int64())));
    return new DataSchema(fields);
  }

  Proposal.IngestBatch batch(
      String requestId, int number, HistoryFold.Input input, List<Ware> wares) {
    try (VectorSchemaRoot root =
        VectorSchemaRoot.create(ArrowSchemas.toArrow(schema(input)), allocator)) {
      root.allocateNew();
      for (int i = 0; i < wares.size(); i++) {
        Ware ware = wares.get(i);
        if (input.hasOperations()) {
          ((UInt1Vector) root.getVector("op")).setSafe(i, ware.op());
        }
        if (input.hasEventTimes() && ware.eventTime() != null) {
          ((TimeStampVector) root.getVector("event_time")).setSafe(i, ware.eventTime());
        }
        fill(root, i, ware.sku(), ware.shop(), ware.count());
      }
      root.setRowCount(wares.size());
      return new Proposal.IngestBatch(dataset, requestId, number, ArrowIpc.encode(root));
    }
  }

  private static void fill(
      VectorSchemaRoot root, int row, String sku, String shop, @Nullable Long count) {
    ((VarCharVector) root.getVector("sku")).setSafe(row, sku.getBytes(StandardCharsets.UTF_8));
    ((VarCharVector) root.getVector("shop")).setSafe(row, shop.getBytes(StandardCharsets.UTF_8));
    if (count != null) {
      ((BigIntVector) root.getVector("count")).setSafe(row, count);
    }
  }

  Proposal.IngestEnd end(String requestId, int batches, long rows, Delivery delivery) {
    return new Proposal.IngestEnd(
        dataset,
        requestId,
        batches,
        rows,
        new SourceState(delivery.source(), SourceState.ETAG, delivery.newState()),
        null);
  }

  /** The decision of another writer to put a row on top of the chain, which has a schema. */
  List<CommitRequest> foreignRow(String decisionId, Row row) {
    ChainSummary now = summary();
    DataSchema schema = now.schema().orElseThrow();
    BlockPointer head = new BlockPointer(now.head(), now.sequenceNumber());
    return List.of(
        new CommitRequest.SliceBegin(
            dataset, decisionId, decisionId, 0, head, now.systemTime(), null, schema),
        new CommitRequest.SliceBatch(
            dataset, decisionId, 0, 0, encode(schema, now.systemTime(), row)),
        new CommitRequest.SliceEnd(
            dataset,
            decisionId,
            0,
            1,
            1,
            now.lastOffset(),
            new OffsetInterval(row.offset(), row.offset()),
            null,
            null,
            now.watermark(),
            new SourceState("elsewhere", SourceState.ETAG, decisionId),
            null,
            true,
            null));
  }

  private byte[] encode(DataSchema schema, Instant systemTime, Row row) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator)) {
      root.allocateNew();
      ((BaseIntVector) root.getVector("offset")).setUnsafeWithPossibleTruncate(0, row.offset());
      ((BaseIntVector) root.getVector("op")).setUnsafeWithPossibleTruncate(0, row.op());
      ((TimeStampVector) root.getVector("system_time")).setSafe(0, systemTime.toEpochMilli());
      ((TimeStampVector) root.getVector("event_time")).setSafe(0, row.eventTime());
      fill(root, 0, row.sku(), row.shop(), row.count());
      root.setRowCount(1);
      return ArrowIpc.encode(root);
    }
  }

  /** The decision of another writer to describe the dataset. */
  CommitRequest foreignInfo(String decisionId) {
    ChainSummary now = summary();
    return new CommitRequest.AppendEvents(
        dataset,
        decisionId,
        decisionId,
        new BlockPointer(now.head(), now.sequenceNumber()),
        now.systemTime(),
        List.of(new MetadataEvent.SetInfo(decisionId, null)),
        null);
  }

  /** Of the chain as it is now; it is looked for again only where the head has moved. */
  ChainSummary summary() {
    Multihash head = head().orElseThrow();
    ChainSummary known = lastSummary;
    if (known == null || !known.head().equals(head)) {
      known = chain().summary().orElseThrow();
      lastSummary = known;
    }
    return known;
  }

  Optional<Multihash> head() {
    return chain().head().map(BlockRef::target);
  }

  private MetadataChain chain() {
    return new MetadataChain(DatasetStorage.of(bucket, dataset));
  }

  /** All AddData events, oldest first. */
  List<AddData> addData() {
    MetadataChain chain = chain();
    List<AddData> events = new ArrayList<>();
    for (StoredBlock block : chain.backwards(chain.head().orElseThrow().target())) {
      if (block.block().event() instanceof AddData data) {
        events.add(data);
      }
    }
    Collections.reverse(events);
    return events;
  }

  /** All rows of the dataset, in the order of its data files. */
  List<Row> rows() {
    MetadataChain chain = chain();
    List<Row> rows = new ArrayList<>();
    for (AddData data : addData()) {
      if (data.newData() == null) {
        continue;
      }
      try (InputStream in =
              chain.storage().open(StorageArea.DATA, data.newData().physicalHash()).orElseThrow();
          SliceReader reader =
              SliceReader.open(
                  SliceSource.of(in.readAllBytes()), summary().schema().orElseThrow(), allocator)) {
        while (reader.next()) {
          read(reader.root(), rows);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return rows;
  }

  private static void read(VectorSchemaRoot root, List<Row> rows) {
    for (int i = 0; i < root.getRowCount(); i++) {
      rows.add(
          new Row(
              ((BaseIntVector) root.getVector("offset")).getValueAsLong(i),
              (int) ((BaseIntVector) root.getVector("op")).getValueAsLong(i),
              ((TimeStampVector) root.getVector("event_time")).get(i),
              root.getVector("sku").getObject(i).toString(),
              root.getVector("shop").getObject(i).toString(),
              (Long) root.getVector("count").getObject(i)));
    }
  }
}
