package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.message.BlockPointer;
import io.heddle.message.IngestSummary;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of one aggregate share: its state, and the few changes to it that several of them
 * make. For the thread of the partition's task.
 */
final class AggregateCore {
  private static final int GARBAGE_ROWS = 5_000;

  private final DatasetId dataset;
  private final AggregateStores stores;
  private final Surroundings surroundings;
  private DatasetState state;
  private DatasetState saved;
  private boolean savedActive;

  AggregateCore(
      DatasetId dataset, AggregateStores stores, Surroundings surroundings, DatasetState state) {
    this.dataset = dataset;
    this.stores = stores;
    this.surroundings = surroundings;
    this.state = state;
    this.saved = state;
  }

  DatasetId dataset() {
    return dataset;
  }

  AggregateStores stores() {
    return stores;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  AggregateSettings settings() {
    return surroundings.settings();
  }

  Instant now() {
    return surroundings.clock().instant();
  }

  DatasetState state() {
    return state;
  }

  Phase phase() {
    return state.phase();
  }

  void become(DatasetState newState) {
    state = newState;
  }

  void become(Phase phase) {
    become(state.with(phase));
  }

  /**
   * Writes what has changed since the last time.
   *
   * @param active whether something goes on without a message
   */
  void save(boolean active) {
    if (!state.equals(saved) || active != savedActive) {
      stores.save(dataset, saved, state, active);
      saved = state;
      savedActive = active;
    }
  }

  void reply(Reply reply) {
    surroundings.outbox().reply(reply);
  }

  /** Says that what was asked for is done, without a commit. */
  void done(String requestId) {
    reply(new Reply.NothingToCommit(dataset, requestId, IngestSummary.EMPTY));
  }

  BlockPointer head() {
    return Admission.head(Objects.requireNonNull(state.chain()));
  }

  /**
   * Why nothing is appended to the chain: it holds events of unknown kinds, whose rules might be
   * broken, and no operator has said that this is all right.
   */
  Optional<Failure> unknownEvents() {
    ChainSummary chain = state.chain();
    return chain == null || chain.unknownEvents().isEmpty() || settings().onTopOfUnknown()
        ? Optional.empty()
        : Optional.of(
            new Failure(
                FailureKind.Unsupported,
                "the chain holds events of kinds %s, which this version does not know; an operator may allow to append to it (heddle.merge.on-top-of-unknown-events)"
                    .formatted(chain.unknownEvents())));
  }

  View addView(View.Need need) {
    View view = new View(stores.nextNumber(), need.kind(), need.key(), 0);
    List<View> views = new ArrayList<>(state.views());
    views.add(view);
    become(state.withViews(views));
    return view;
  }

  /** All views anew and empty; the rows they had are garbage, and with them their schemas. */
  void newGeneration() {
    List<View> views = new ArrayList<>();
    for (View view : state.views()) {
      views.add(view.inSpace(stores.nextNumber()));
    }
    become(state.keepingViews(views).withSchemas(List.of()));
  }

  /** Drops the views that no source looks into. */
  void dropUnusedViews() {
    List<View> used =
        state.views().stream()
            .filter(view -> state.needs().values().stream().anyMatch(view::serves))
            .toList();
    if (used.size() < state.views().size()) {
      become(state.keepingViews(used));
    }
  }

  /** The views and schemas as they were before an ingestion; what came with it goes. */
  void restore(OpenIngestion.Begun begun) {
    List<View> views = new ArrayList<>();
    for (int i = 0; i < begun.rowsBefore().size(); i++) {
      views.add(state.views().get(i).withRows(begun.rowsBefore().get(i)));
    }
    become(
        state.keepingViews(views).withSchemas(state.schemas().subList(0, begun.schemasBefore())));
  }

  private List<Integer> spaces() {
    return state.views().stream().map(View::space).toList();
  }

  void catchUpFromStart(@Nullable String requestId) {
    become(state.with((ChainSummary) null));
    become(new Phase.CatchingUp(null, null, spaces(), requestId));
  }

  void catchUpFromHead() {
    ChainSummary chain = state.chain();
    become(new Phase.CatchingUp(chain == null ? null : chain.head(), null, spaces(), null));
  }

  /** Removes rows that are no longer used, until time is up. */
  void collectGarbage(BooleanSupplier timeIsUp) {
    List<Integer> garbage = state.garbage();
    while (!garbage.isEmpty() && !timeIsUp.getAsBoolean()) {
      if (stores.empty(garbage.getFirst(), GARBAGE_ROWS)) {
        garbage = garbage.subList(1, garbage.size());
      }
    }
    if (garbage.size() != state.garbage().size()) {
      become(state.withGarbage(garbage));
    }
  }
}
