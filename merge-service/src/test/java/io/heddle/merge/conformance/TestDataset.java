package io.heddle.merge.conformance;

import io.heddle.merge.ingest.ChainFacts;
import io.heddle.merge.ingest.IngestPlan;
import io.heddle.merge.ingest.Ingestion;
import io.heddle.merge.ingest.SliceLimits;
import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowLayouts;
import io.heddle.merge.row.StateKind;
import io.heddle.merge.row.ViewFeed;
import io.heddle.merge.strategy.SeenKeys;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal.IngestBegin;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowIpc;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A dataset in the heap: what the writer decides becomes its chain at once. */
final class TestDataset {
  /** Cases are small: nothing is ever written there. */
  private static final Path SCRATCH = Path.of("target", "scratch");

  private static final DatasetId ID = new DatasetId(new byte[DatasetId.KEY_LENGTH]);

  private final MergeStrategy merge;
  private final BufferAllocator allocator;
  private final List<DataSchema> schemas = new ArrayList<>();
  private final InMemoryRowState state = new InMemoryRowState();
  private ChainFacts facts;
  private int requests;

  TestDataset(MergeStrategy merge, Vocabulary vocabulary, BufferAllocator allocator) {
    this.merge = merge;
    this.allocator = allocator;
    this.facts =
        new ChainFacts(block(0), vocabulary, null, null, null, null, null, Map.of(), Instant.EPOCH);
  }

  private static BlockPointer block(long sequenceNumber) {
    return new BlockPointer(
        new Multihash(HashFunction.SHA3_256, new byte[Multihash.DIGEST_LENGTH]), sequenceNumber);
  }

  /** One write: rows in batches, or no table at all. */
  record Write(
      @Nullable DataSchema input,
      List<List<List<@Nullable Object>>> batches,
      boolean declared,
      Instant systemTime,
      @Nullable Instant sourceEventTime,
      @Nullable Instant watermark,
      @Nullable Long recordsPerSlice,
      @Nullable SourceState newState) {}

  /** What became of a write; {@code slices} and rows are those of its data. */
  record Written(
      List<MetadataEvent> events,
      List<String> columns,
      List<List<@Nullable Object>> rows,
      IngestSummary summary) {}

  ChainFacts facts() {
    return facts;
  }

  void setSchema(DataSchema schema) {
    schemas.add(schema);
    facts = withSchema(facts, schema);
  }

  /** Rows that are there already, in the dataset's schema. */
  void history(DataSchema schema, List<List<@Nullable Object>> rows) {
    setSchema(schema);
    try (VectorSchemaRoot root = root(schema, rows)) {
      RowLayouts layouts = layouts();
      KeyEncoder key = new KeyEncoder(layouts.current(), key());
      if (hasState()) {
        new ViewFeed(layouts.current(), facts.vocabulary(), kind(), key, state).apply(root);
      }
    }
    facts =
        new ChainFacts(
            block(1),
            facts.vocabulary(),
            schema,
            rows.isEmpty() ? null : rows.size() - 1L,
            facts.watermark(),
            null,
            null,
            Map.of(),
            facts.systemTime());
  }

  Written write(Write write) {
    InMemoryRowState before = new InMemoryRowState();
    before.replaceBy(state);
    int schemasBefore = schemas.size();
    try {
      return tryWrite(write);
    } catch (RuntimeException e) {
      state.replaceBy(before);
      while (schemas.size() > schemasBefore) {
        schemas.removeLast();
      }
      throw e;
    }
  }

  private Written tryWrite(Write write) {
    IngestBegin begin =
        new IngestBegin(
            ID,
            "request-" + requests++,
            "task",
            null,
            null,
            "source",
            null,
            merge,
            facts.vocabulary(),
            write.input(),
            write.declared(),
            write.sourceEventTime(),
            write.watermark(),
            null,
            write.recordsPerSlice());
    IngestPlan plan = IngestPlan.of(begin, facts, write.systemTime());
    if (plan.newSchema() != null) {
      schemas.add(plan.newSchema());
    }
    Commit commit = new Commit();
    Ingestion.Saved saved = null;
    SeenKeys seen = new SeenKeys(SCRATCH);
    Ingestion ingestion = ingestion(begin.requestId(), plan, seen, commit, saved);
    for (List<List<@Nullable Object>> batch : write.batches()) {
      try (VectorSchemaRoot root = root(Objects.requireNonNull(write.input()), batch)) {
        ingestion.take(ArrowIpc.encode(root));
      }
      seen = reload(seen);
      ingestion = ingestion(begin.requestId(), plan, seen, commit, ingestion.save());
    }
    while (!ingestion.finish(1)) {
      ingestion = ingestion(begin.requestId(), plan, seen, commit, ingestion.save());
    }
    ingestion.decide(write.newState());
    commit.applyTo(write.systemTime());
    return new Written(commit.events, commit.columns, commit.rows, ingestion.summary());
  }

  /** Seen keys as they come back from a store. */
  private SeenKeys reload(SeenKeys seen) {
    byte[] unsaved = seen.takeUnsaved();
    packed.add(unsaved);
    SeenKeys loaded = new SeenKeys(SCRATCH);
    packed.forEach(loaded::load);
    return loaded;
  }

  private final List<byte[]> packed = new ArrayList<>();

  private Ingestion ingestion(
      String requestId,
      IngestPlan plan,
      SeenKeys seen,
      Commit commit,
      Ingestion.@Nullable Saved saved) {
    if (saved == null) {
      packed.clear();
    }
    return new Ingestion(
        ID,
        requestId,
        plan,
        new Ingestion.Surroundings(
            schemas.isEmpty() ? null : layouts(),
            state,
            seen,
            SliceLimits.DEFAULT,
            allocator,
            commit::take,
            rows -> {}),
        saved);
  }

  private RowLayouts layouts() {
    return new RowLayouts(schemas, facts.vocabulary());
  }

  private boolean hasState() {
    return !key().isEmpty() && !(merge instanceof MergeStrategy.ChangelogStream);
  }

  private StateKind kind() {
    return merge instanceof MergeStrategy.Ledger ? StateKind.PRESENCE : StateKind.CURRENT_ROW;
  }

  private List<String> key() {
    return switch (merge) {
      case MergeStrategy.Append ignored -> List.of();
      case MergeStrategy.Ledger(List<String> key) -> key;
      case MergeStrategy.Snapshot snapshot -> snapshot.primaryKey();
      case MergeStrategy.ChangelogStream(List<String> key) -> key;
      case MergeStrategy.UpsertStream(List<String> key) -> key;
    };
  }

  private VectorSchemaRoot root(DataSchema schema, List<List<@Nullable Object>> rows) {
    VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator);
    root.allocateNew();
    for (int column = 0; column < schema.fields().size(); column++) {
      FieldVector vector = root.getVector(column);
      for (int row = 0; row < rows.size(); row++) {
        CaseValues.write(vector, row, rows.get(row).get(column));
      }
    }
    root.setRowCount(rows.size());
    return root;
  }

  private static ChainFacts withSchema(ChainFacts facts, DataSchema schema) {
    return new ChainFacts(
        facts.head(),
        facts.vocabulary(),
        schema,
        facts.lastOffset(),
        facts.watermark(),
        facts.checkpoint(),
        facts.newestState(),
        facts.states(),
        facts.systemTime());
  }

  /** Reads a decision as commit-service would, and checks that its messages fit together. */
  private final class Commit {
    private final List<MetadataEvent> events = new ArrayList<>();
    private final List<List<@Nullable Object>> rows = new ArrayList<>();
    private List<String> columns = List.of();
    private int batches;
    private long rowsInSlice;

    void take(CommitRequest request) {
      switch (request) {
        case CommitRequest.SliceBegin begin -> {
          if (begin.newSchema() != null) {
            events.add(new MetadataEvent.SetDataSchema(begin.newSchema()));
          }
          batches = 0;
          rowsInSlice = 0;
        }
        case CommitRequest.SliceBatch batch -> {
          require(batch.batchNumber() == batches++, "batch number");
          read(batch.arrow());
        }
        case CommitRequest.SliceEnd end -> {
          require(end.batches() == batches, "batches");
          require(end.rows() == rowsInSlice, "rows");
          OffsetInterval offsets = Objects.requireNonNull(end.offsets());
          require(offsets.length() == rowsInSlice, "offsets");
          Multihash hash = new Multihash(HashFunction.SHA3_256, new byte[32]);
          events.add(
              new MetadataEvent.AddData(
                  end.prevCheckpoint(),
                  end.prevOffset(),
                  new io.heddle.odf.DataSlice(hash, hash, offsets, 1),
                  end.newCheckpoint(),
                  end.newWatermark(),
                  end.newSourceState(),
                  null));
        }
        case CommitRequest.AppendEvents append -> events.addAll(append.events());
        case CommitRequest.SliceAbort abort -> throw new AssertionError(abort);
        case CommitRequest.DecisionInquiry inquiry -> throw new AssertionError(inquiry);
      }
    }

    private void read(byte[] arrow) {
      try (ArrowIpc.Batches stream = ArrowIpc.decode(arrow, allocator)) {
        while (stream.next()) {
          VectorSchemaRoot root = stream.root();
          columns = root.getFieldVectors().stream().map(FieldVector::getName).toList();
          for (int i = 0; i < root.getRowCount(); i++) {
            List<@Nullable Object> row = new ArrayList<>();
            for (FieldVector vector : root.getFieldVectors()) {
              row.add(CaseValues.read(vector, i));
            }
            rows.add(row);
          }
          rowsInSlice += root.getRowCount();
        }
      }
    }

    private void require(boolean holds, String what) {
      if (!holds) {
        throw new AssertionError("the messages of the decision do not fit together: " + what);
      }
    }

    void applyTo(Instant systemTime) {
      for (MetadataEvent event : events) {
        switch (event) {
          case MetadataEvent.SetDataSchema schema ->
              facts = withSchema(facts, Objects.requireNonNull(schema.schema()));
          case MetadataEvent.AddData data -> {
            Map<String, SourceState> states = new HashMap<>(facts.states());
            SourceState state = data.newSourceState();
            if (state != null) {
              states.put(state.sourceName(), state);
            }
            Checkpoint checkpoint = data.newCheckpoint();
            facts =
                new ChainFacts(
                    block(facts.head().sequenceNumber() + 1),
                    facts.vocabulary(),
                    facts.schema(),
                    data.lastOffset(),
                    data.newWatermark(),
                    checkpoint,
                    state,
                    states,
                    systemTime);
          }
          default -> throw new AssertionError(event);
        }
      }
    }
  }
}
