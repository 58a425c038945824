package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.merge.ingest.ChainFacts;
import io.heddle.merge.ingest.Decided;
import io.heddle.merge.ingest.IngestPlan;
import io.heddle.merge.ingest.Ingestion;
import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowLayouts;
import io.heddle.merge.row.ViewFeed;
import io.heddle.merge.state.Journal;
import io.heddle.merge.state.KeyFilter;
import io.heddle.merge.state.SpaceRows;
import io.heddle.merge.state.UndoLog;
import io.heddle.merge.strategy.SeenKeys;
import io.heddle.message.IngestSummary;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * The work on an open ingestion: the ingestion itself, the rows of all views, undo records and seen
 * keys. Made again from what is kept after a restart. For the thread of the partition's task.
 */
final class OpenWork {
  private static final int SEEN_PART_BYTES = SeenKeys.ENTRY_BYTES * 40_000;

  private final AggregateSettings settings;
  private final Journal seenJournal;
  private final UndoLog undo;
  private final SeenKeys seen;
  private final List<SpaceRows> rows = new ArrayList<>();
  private final List<@Nullable ViewFeed> feeds = new ArrayList<>();
  private final Ingestion ingestion;
  private boolean undoable;
  private long seenParts;

  /**
   * @param state whose last schema is the plan's
   * @param open as it was kept last
   */
  OpenWork(
      DatasetState state, OpenIngestion open, AggregateStores stores, Surroundings surroundings) {
    this.settings = surroundings.settings();
    this.seen = new SeenKeys(surroundings.scratch());
    ChainSummary chain = Objects.requireNonNull(state.chain());
    IngestPlan plan = IngestPlan.of(open.begin(), ChainFacts.of(chain), open.systemTime());
    this.undoable = open.undoable();
    this.undo =
        new UndoLog(stores.journal(state, Journal.Kind.UNDO), open.undoParts(), open.undoBytes());
    this.seenJournal = stores.journal(state, Journal.Kind.SEEN);
    this.seenParts = open.seenParts();
    for (long part = 0; part < seenParts; part++) {
      seen.load(Objects.requireNonNull(seenJournal.get(part)));
    }
    RowLayouts layouts =
        state.schemas().isEmpty() ? null : new RowLayouts(state.schemas(), plan.vocabulary());
    boolean fresh = !undoable && open.nextBatch() == 0 && !state.hasRows();
    View.Need need = View.Need.of(open.begin().merge()).orElse(null);
    SpaceRows primary = null;
    for (View view : state.views()) {
      SpaceRows space = stores.rows(view, settings.entryBytes(), fresh ? new KeyFilter() : null);
      rows.add(space);
      if (need != null && view.serves(need)) {
        primary = space;
        feeds.add(null);
      } else {
        RowLayouts known = Objects.requireNonNull(layouts);
        feeds.add(
            new ViewFeed(
                known.current(),
                plan.vocabulary(),
                view.kind(),
                new KeyEncoder(known.current(), view.key()),
                space));
      }
    }
    this.ingestion =
        new Ingestion(
            open.begin().dataset(),
            open.requestId(),
            plan,
            new Ingestion.Surroundings(
                layouts,
                primary,
                seen,
                settings.slices(),
                surroundings.allocator(),
                surroundings.outbox()::request,
                this::feedOthers),
            open.saved());
  }

  private void feedOthers(VectorSchemaRoot written) {
    for (ViewFeed feed : feeds) {
      if (feed != null) {
        feed.apply(written);
      }
    }
  }

  /**
   * Merges one batch.
   *
   * @throws IngestException when the ingestion cannot go on
   * @throws io.heddle.schema.DamagedDataException when the bytes are no rows
   */
  void take(byte[] arrow) {
    ingestion.take(arrow);
    if (seen.size() > settings.snapshotRows()) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "a snapshot of more than %d rows exceeds a limit of this installation"
              .formatted(settings.snapshotRows()));
    }
    flush();
  }

  /**
   * Goes on with what only the end tells.
   *
   * @return whether it is done
   * @throws IngestException when the ingestion cannot go on
   */
  boolean finish(int steps) {
    boolean done = ingestion.finish(steps);
    flush();
    return done;
  }

  long rowsRead() {
    return ingestion.rowsRead();
  }

  long scanned() {
    return ingestion.scanned();
  }

  /** Writes the end of the decision, and says what was decided; empty: nothing. */
  Optional<Decided> decide(SourceState newState) {
    return ingestion.decide(newState);
  }

  IngestSummary summary() {
    return ingestion.summary();
  }

  /** Forgets what the last batch did before it failed, and tells commit-service to do so. */
  void abort(String reason) {
    rows.forEach(SpaceRows::discard);
    undo.discard();
    ingestion.abort(reason);
  }

  private void flush() {
    for (SpaceRows space : rows) {
      space.flush(
          (key, before) -> {
            if (undoable) {
              undo.add(key, before);
            }
          });
    }
    undo.write();
    if (undo.bytes() > settings.undoBytes()) {
      undoable = false;
      undo.clear();
    }
    byte[] sightings = seen.takeUnsaved();
    for (int from = 0; from < sightings.length; from += SEEN_PART_BYTES) {
      int to = Math.min(sightings.length, from + SEEN_PART_BYTES);
      seenJournal.put(seenParts++, java.util.Arrays.copyOfRange(sightings, from, to));
    }
  }

  /** The ingestion as it is to be kept now. */
  OpenIngestion keep(OpenIngestion open) {
    return open.withProgress(undoable, undo.parts(), undo.bytes(), seenParts, ingestion.save());
  }

  /** The views with the rows that they have now. */
  List<View> views(DatasetState state) {
    List<View> views = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      views.add(state.views().get(i).withRows(rows.get(i).size()));
    }
    return views;
  }

  /** Removes the records that a finished ingestion leaves. */
  static void dropRecords(DatasetState state, OpenIngestion open, AggregateStores stores) {
    stores.journal(state, Journal.Kind.UNDO).removeAll(0, open.undoParts());
    stores.journal(state, Journal.Kind.SEEN).removeAll(0, open.seenParts());
  }
}
