package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.message.BlockPointer;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of one aggregate share: its state, and the few changes to it that several of them
 * make. For the thread of the partition's task.
 */
final class AggregateCore {
  private final DatasetId dataset;
  private final AggregateStores stores;
  private final Surroundings surroundings;
  private DatasetState state;
  private boolean changed;

  AggregateCore(
      DatasetId dataset, AggregateStores stores, Surroundings surroundings, DatasetState state) {
    this.dataset = dataset;
    this.stores = stores;
    this.surroundings = surroundings;
    this.state = state;
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
    changed = true;
  }

  void become(Phase phase) {
    become(state.with(phase));
  }

  /** Whether the state has changed since this was asked last. */
  boolean takeChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }

  void reply(Reply reply) {
    surroundings.outbox().reply(reply);
  }

  BlockPointer head() {
    return Admission.head(Objects.requireNonNull(state.chain()));
  }

  View addView(View.Need need) {
    View view = new View(stores.nextNumber(), need.kind(), need.key(), 0);
    List<View> views = new ArrayList<>(state.views());
    views.add(view);
    become(state.withViews(views));
    return view;
  }

  /** All views anew and empty; the rows they had are garbage. */
  void newGeneration() {
    List<View> views = new ArrayList<>();
    List<Integer> garbage = new ArrayList<>(state.garbage());
    for (View view : state.views()) {
      garbage.add(view.space());
      views.add(view.inSpace(stores.nextNumber()));
    }
    become(state.withViews(views).withGarbage(garbage));
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
}
