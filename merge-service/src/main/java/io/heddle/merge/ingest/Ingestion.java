package io.heddle.merge.ingest;

import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowLayout;
import io.heddle.merge.row.RowLayouts;
import io.heddle.merge.row.RowState;
import io.heddle.merge.strategy.AppendMerge;
import io.heddle.merge.strategy.ChangelogStreamMerge;
import io.heddle.merge.strategy.InputBatch;
import io.heddle.merge.strategy.LedgerMerge;
import io.heddle.merge.strategy.MergeProgress;
import io.heddle.merge.strategy.MergedRows;
import io.heddle.merge.strategy.SeenKeys;
import io.heddle.merge.strategy.SnapshotMerge;
import io.heddle.merge.strategy.Strategy;
import io.heddle.merge.strategy.UpsertStreamMerge;
import io.heddle.message.CommitRequest;
import io.heddle.message.IngestSummary;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.SourceState;
import io.heddle.problem.IngestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * An open ingestion: takes batches of rows, merges them into the state and writes the decision.
 * What it keeps in the heap can be saved after each step and be continued elsewhere. Not for
 * several threads.
 */
public final class Ingestion {
  private final IngestPlan plan;
  private final DecisionWriter writer;
  private final MergeProgress progress;
  private final SeenKeys seen;
  private final MergedRows merged = new MergedRows();
  private final @Nullable InputReader reader;
  private final @Nullable RequiredColumns required;
  private final @Nullable Strategy strategy;
  private final long cutBefore;
  private long rowsRead;

  /**
   * What an ingestion works with.
   *
   * @param layouts of the versions of the dataset's schema, the plan's last; null without a table
   * @param state of the view that the strategy looks into; null where it looks into none
   * @param requests takes the messages of the decision
   * @param written sees all rows that are written, in the dataset's schema
   */
  public record Surroundings(
      @Nullable RowLayouts layouts,
      @Nullable RowState state,
      SeenKeys seen,
      SliceLimits limits,
      BufferAllocator allocator,
      Consumer<CommitRequest> requests,
      Consumer<VectorSchemaRoot> written) {}

  /** How far an ingestion has come. */
  public record Saved(
      long rowsRead,
      long cutEventTimes,
      MergeProgress.Saved progress,
      DecisionWriter.Saved decision) {}

  /**
   * @param saved where an earlier object stood; null at the begin
   */
  public Ingestion(
      DatasetId dataset,
      String requestId,
      IngestPlan plan,
      Surroundings surroundings,
      @Nullable Saved saved) {
    this.plan = plan;
    this.seen = surroundings.seen();
    this.progress = saved == null ? new MergeProgress() : new MergeProgress(saved.progress());
    this.rowsRead = saved == null ? 0 : saved.rowsRead();
    this.cutBefore = saved == null ? 0 : saved.cutEventTimes();
    RowLayouts layouts = plan.input() == null ? null : surroundings.layouts();
    RowLayout layout = layouts == null ? null : layouts.current();
    this.writer =
        new DecisionWriter(
            dataset,
            requestId,
            plan,
            layout,
            surroundings.limits(),
            surroundings.allocator(),
            saved == null ? null : saved.decision(),
            surroundings.requests(),
            surroundings.written());
    if (layouts == null) {
      reader = null;
      required = null;
      strategy = null;
    } else {
      RowLayout current = layouts.current();
      reader =
          new InputReader(
              Objects.requireNonNull(plan.input()),
              current,
              plan.vocabulary().operationTypeColumn(),
              plan.sourceEventTime(),
              surroundings.allocator());
      required = new RequiredColumns(Objects.requireNonNull(plan.input()), current);
      strategy = strategy(layouts, surroundings.state(), reader.inputColumns());
    }
  }

  private Strategy strategy(
      RowLayouts layouts, @Nullable RowState state, List<Integer> inputColumns) {
    RowLayout layout = layouts.current();
    String operationColumn = plan.vocabulary().operationTypeColumn();
    KeyEncoder key = new KeyEncoder(layout, plan.primaryKey());
    return switch (plan.merge()) {
      case MergeStrategy.Append ignored -> new AppendMerge();
      case MergeStrategy.Ledger ignored -> new LedgerMerge(layout, key, needed(state), progress);
      case MergeStrategy.Snapshot snapshot ->
          new SnapshotMerge(
              layouts, key, snapshot.compareColumns(), inputColumns, needed(state), seen, progress);
      case MergeStrategy.ChangelogStream ignored ->
          new ChangelogStreamMerge(layout, key, operationColumn, progress);
      case MergeStrategy.UpsertStream ignored ->
          new UpsertStreamMerge(
              layouts, key, operationColumn, inputColumns, needed(state), progress);
    };
  }

  private static RowState needed(@Nullable RowState state) {
    return Objects.requireNonNull(state, "this strategy needs the state of its view");
  }

  public Saved save() {
    return new Saved(rowsRead, cutEventTimes(), progress.save(), writer.save());
  }

  public long rowsRead() {
    return rowsRead;
  }

  /**
   * Merges the rows of one message.
   *
   * @throws IngestException when the ingestion cannot go on; what it did is to be taken back
   * @throws io.heddle.schema.DamagedDataException when the bytes are no Arrow stream
   */
  public void take(byte[] arrow) {
    InputReader rows = Objects.requireNonNull(reader, "an ingestion without a table has no rows");
    rowsRead += rows.read(arrow, rowsRead, this::merge);
  }

  private void merge(InputBatch batch) {
    merged.clear();
    Objects.requireNonNull(strategy).merge(batch, merged);
    Objects.requireNonNull(required).check(batch, merged);
    writer.write(merged, batch);
  }

  /**
   * Decides what only the end of the input tells; called until it says that it is done.
   *
   * @param steps about how much one call may do
   * @return whether it is done
   * @throws IngestException as {@link #take}
   */
  public boolean finish(int steps) {
    if (strategy == null) {
      return true;
    }
    merged.clear();
    boolean done = strategy.end(merged, steps);
    writer.write(merged, null);
    return done;
  }

  /** How many keys of the state {@link #finish} has looked at. */
  public long scanned() {
    return progress.scanned();
  }

  /**
   * Ends the decision.
   *
   * @param newState null: the newest state in the chain is carried on
   * @return what was decided; empty: there was nothing to decide
   */
  public Optional<Decided> decide(@Nullable SourceState newState) {
    return writer.end(newState, summary());
  }

  /** Tells commit-service to drop what it has got so far. */
  public void abort(String reason) {
    writer.abort(reason);
  }

  public IngestSummary summary() {
    List<String> notes = new ArrayList<>(plan.notes());
    if (cutEventTimes() > 0) {
      notes.add("%d event times were cut to milliseconds".formatted(cutEventTimes()));
    }
    if (progress.unknownDeletes() > 0) {
      notes.add("%d deletes of unknown keys were left out".formatted(progress.unknownDeletes()));
    }
    return new IngestSummary(
        rowsRead,
        writer.rowsWritten(),
        progress.seen(),
        progress.differing(),
        progress.exampleKey(),
        notes);
  }

  private long cutEventTimes() {
    return cutBefore + (reader == null ? 0 : reader.cutEventTimes());
  }
}
