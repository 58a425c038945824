package io.heddle.merge.ingest;

import io.heddle.encoding.Rfc3339;
import io.heddle.merge.row.RowLayout;
import io.heddle.merge.strategy.InputBatch;
import io.heddle.merge.strategy.MergedRows;
import io.heddle.message.CommitRequest;
import io.heddle.message.IngestSummary;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.OperationType;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Writes the decision that an ingestion becomes: slices as their rows come, and at the end what
 * else the last block says. Not for several threads.
 */
final class DecisionWriter {
  private static final long MILLIS_OF_DAY = 86_400_000L;

  private final DatasetId dataset;
  private final String requestId;
  private final IngestPlan plan;
  private final SliceLimits limits;
  private final Consumer<CommitRequest> requests;
  private final Consumer<VectorSchemaRoot> written;
  private final @Nullable RowAssembler assembler;
  private final RowBatches batches;

  private int slice;
  private boolean open;
  private int batchesInSlice;
  private long rowsInSlice;
  private long bytesInSlice;
  private long nextOffset;
  private long rowsWritten;
  private @Nullable Instant watermark;

  /**
   * @param saved how far an earlier writer of this decision came; null at the begin
   * @param requests takes the messages of the decision
   * @param written sees all rows that are written, in the dataset's schema
   */
  DecisionWriter(
      DatasetId dataset,
      String requestId,
      IngestPlan plan,
      @Nullable RowLayout layout,
      SliceLimits limits,
      BufferAllocator allocator,
      @Nullable Saved saved,
      Consumer<CommitRequest> requests,
      Consumer<VectorSchemaRoot> written) {
    this.dataset = dataset;
    this.requestId = requestId;
    this.plan = plan;
    this.limits = limits;
    this.requests = requests;
    this.written = written;
    this.batches = new RowBatches(limits.batchBytes(), limits.messageBytes());
    this.assembler =
        layout == null
            ? null
            : new RowAssembler(
                Objects.requireNonNull(plan.schema()),
                plan.vocabulary(),
                layout,
                plan.systemTime(),
                allocator);
    if (saved == null) {
      Long last = plan.facts().lastOffset();
      nextOffset = last == null ? 0 : last + 1;
      watermark = plan.facts().watermark();
    } else {
      slice = saved.slice;
      open = saved.open;
      batchesInSlice = saved.batchesInSlice;
      rowsInSlice = saved.rowsInSlice;
      bytesInSlice = saved.bytesInSlice;
      nextOffset = saved.nextOffset;
      rowsWritten = saved.rowsWritten;
      watermark = saved.watermark;
    }
  }

  /** How far a decision has come. */
  record Saved(
      int slice,
      boolean open,
      int batchesInSlice,
      long rowsInSlice,
      long bytesInSlice,
      long nextOffset,
      long rowsWritten,
      @Nullable Instant watermark) {}

  Saved save() {
    return new Saved(
        slice, open, batchesInSlice, rowsInSlice, bytesInSlice, nextOffset, rowsWritten, watermark);
  }

  long rowsWritten() {
    return rowsWritten;
  }

  /** Adds rows, cutting slices where they are full; a correction pair stays in one slice. */
  void write(MergedRows rows, @Nullable InputBatch batch) {
    int from = 0;
    while (from < rows.size()) {
      if (open && isFull() && rows.operation(from) != OperationType.CorrectTo) {
        endSlice(plan.facts().newestState(), false, null);
      }
      if (!open) {
        beginSlice();
      }
      int to = end(rows, from);
      writeRange(rows, from, to, batch);
      from = to;
    }
  }

  /** Where the rows that still go into the open slice end. */
  private int end(MergedRows rows, int from) {
    long target = sliceRows();
    long room = Math.max(1, target - rowsInSlice);
    if (bytesInSlice >= limits.sliceBytes()) {
      room = 1;
    }
    int to = (int) Math.min(rows.size(), from + room);
    while (to < rows.size() && rows.operation(to) == OperationType.CorrectTo) {
      to++;
    }
    return to;
  }

  private boolean isFull() {
    return rowsInSlice >= sliceRows() || bytesInSlice >= limits.sliceBytes();
  }

  private long sliceRows() {
    Long target = plan.targetRecordsPerSlice();
    return target == null ? limits.sliceRows() : Math.min(target, limits.sliceRows());
  }

  private void writeRange(MergedRows rows, int from, int to, @Nullable InputBatch batch) {
    RowAssembler rowAssembler = Objects.requireNonNull(assembler);
    try (VectorSchemaRoot root = rowAssembler.assemble(rows, from, to, batch, nextOffset)) {
      batches.encode(
          root,
          nextOffset,
          arrow -> {
            bytesInSlice += arrow.length;
            requests.accept(
                new CommitRequest.SliceBatch(dataset, requestId, slice, batchesInSlice++, arrow));
          });
      written.accept(root);
      advanceWatermark(root.getVector(plan.vocabulary().eventTimeColumn()));
    }
    rowsInSlice += to - from;
    rowsWritten += to - from;
    nextOffset += to - from;
  }

  private void advanceWatermark(FieldVector eventTime) {
    long greatest = Long.MIN_VALUE;
    for (int i = 0; i < eventTime.getValueCount(); i++) {
      long millis =
          switch (eventTime) {
            case DateDayVector days -> days.get(i) * MILLIS_OF_DAY;
            case TimeStampVector times -> times.get(i);
            default -> throw new IllegalStateException("no event time: " + eventTime.getField());
          };
      greatest = Math.max(greatest, millis);
    }
    Instant time = Instant.ofEpochMilli(greatest);
    if (!Rfc3339.canExpress(time)) {
      // Of a row that another writer added, and that is retracted or corrected now.
      throw new IngestException(
          FailureKind.ExecutionError,
          "the watermark would be %s, outside the years 0000 to 9999".formatted(time));
    }
    watermark = later(watermark, time);
  }

  private static Instant later(@Nullable Instant one, Instant other) {
    return one == null || other.isAfter(one) ? other : one;
  }

  private void beginSlice() {
    requests.accept(
        new CommitRequest.SliceBegin(
            dataset,
            requestId,
            requestId,
            slice,
            plan.facts().head(),
            plan.systemTime(),
            slice == 0 ? plan.newSchema() : null,
            Objects.requireNonNull(plan.schema())));
    open = true;
    batchesInSlice = 0;
    rowsInSlice = 0;
    bytesInSlice = 0;
  }

  private void endSlice(
      @Nullable SourceState state, boolean last, @Nullable IngestSummary summary) {
    int slices = slice + 1;
    // Each but the last carries the old state; the new schema is bounded by itself.
    ResultSize.requireRoom(
        slices * ResultSize.ofBlock(ResultSize.ofState(plan.facts().newestState()))
            + ResultSize.ofState(state)
            + IngestPlan.MAX_SCHEMA_BYTES,
        slices);
    long first = nextOffset - rowsInSlice;
    Checkpoint checkpoint = plan.facts().checkpoint();
    requests.accept(
        new CommitRequest.SliceEnd(
            dataset,
            requestId,
            slice,
            batchesInSlice,
            rowsInSlice,
            first == 0 ? null : first - 1,
            new OffsetInterval(first, nextOffset - 1),
            physicalHash(checkpoint),
            checkpoint,
            effectiveWatermark(last),
            state,
            null,
            last,
            summary));
    open = false;
    slice = slices;
  }

  /** An explicit watermark stands at the end; until then none goes beyond it. */
  private @Nullable Instant effectiveWatermark(boolean last) {
    Instant explicit = plan.input() == null ? null : plan.explicitWatermark();
    if (explicit == null || !last && watermark != null && watermark.isBefore(explicit)) {
      return watermark;
    }
    return explicit;
  }

  /**
   * Ends the decision.
   *
   * @param newState null: the newest state in the chain is carried on
   * @return what was decided; empty: nothing
   */
  Optional<Decided> end(@Nullable SourceState newState, IngestSummary summary) {
    if (open) {
      SourceState last = newState == null ? plan.facts().newestState() : newState;
      endSlice(last, true, summary);
      return Optional.of(
          new Decided(
              plan.facts().head(),
              plan.systemTime(),
              slice + (plan.newSchema() == null ? 0 : 1),
              null,
              nextOffset - 1,
              last));
    }
    List<MetadataEvent> events = eventsWithoutRows(newState);
    if (events.isEmpty()) {
      return Optional.empty();
    }
    CommitRequest.AppendEvents decision =
        new CommitRequest.AppendEvents(
            dataset, requestId, requestId, plan.facts().head(), plan.systemTime(), events, summary);
    requests.accept(decision);
    return Optional.of(Decided.of(decision));
  }

  private List<MetadataEvent> eventsWithoutRows(@Nullable SourceState newState) {
    List<MetadataEvent> events = new ArrayList<>();
    DataSchema newSchema = plan.newSchema();
    if (newSchema != null) {
      events.add(new MetadataEvent.SetDataSchema(newSchema));
    }
    ChainFacts facts = plan.facts();
    Instant newWatermark = effectiveWatermark(true);
    if (plan.explicitWatermark() == null && plan.watermarkWithoutRows() != null) {
      newWatermark = later(newWatermark, plan.watermarkWithoutRows());
    }
    boolean stateMoved =
        newState != null && !newState.equals(facts.states().get(newState.sourceName()));
    if (stateMoved || !Objects.equals(newWatermark, facts.watermark())) {
      events.add(
          new MetadataEvent.AddData(
              physicalHash(facts.checkpoint()),
              facts.lastOffset(),
              null,
              facts.checkpoint(),
              newWatermark,
              newState == null ? facts.newestState() : newState,
              null));
    }
    return events;
  }

  private static @Nullable Multihash physicalHash(@Nullable Checkpoint checkpoint) {
    return checkpoint == null ? null : checkpoint.physicalHash();
  }

  /** Tells commit-service to drop what it has of this decision. */
  void abort(String reason) {
    requests.accept(new CommitRequest.SliceAbort(dataset, requestId, reason));
  }
}
