package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.merge.catchup.ChainReads;
import io.heddle.merge.catchup.ReadFailure;
import io.heddle.merge.catchup.RowStream;
import io.heddle.merge.catchup.Sighting;
import io.heddle.merge.row.KeyEncoder;
import io.heddle.merge.row.RowLayouts;
import io.heddle.merge.row.ViewFeed;
import io.heddle.merge.state.KeyFilter;
import io.heddle.merge.state.SpaceRows;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.CauseText;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of catching up: the chain is looked at and its data files are read in the background,
 * their rows go into the views in steps. Failures are tried again. For the thread of the
 * partition's task.
 */
final class CatchUpWork {
  private static final Logger log = LoggerFactory.getLogger(CatchUpWork.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** What a step came to. */
  sealed interface Outcome {
    /** There is more to do; the state says how far it has come. */
    record Underway(DatasetState state) implements Outcome {}

    /** The views are those of the chain. */
    record Done(DatasetState state) implements Outcome {}

    /** The chain does not lead on from where the views stand. */
    record Elsewhere() implements Outcome {}
  }

  private final DatasetId dataset;
  private final AggregateStores stores;
  private final AggregateSettings settings;
  private final ChainReads chains;
  private final List<SpaceRows> rows = new ArrayList<>();
  private List<ViewFeed> feeds = List.of();
  private List<Integer> positions = List.of();
  private @Nullable CompletableFuture<Sighting> look;
  private @Nullable Sighting sighting;
  private @Nullable RowStream stream;
  private Instant notBefore = Instant.MIN;
  private Duration wait = FIRST_WAIT;
  private @Nullable Obstacle obstacle;

  /** How far the rows have come in this step, whatever happens later in it. */
  private DatasetState reached = DatasetState.unknown(0);

  /**
   * What the work cannot get past.
   *
   * @param since when it failed for the first time without getting past a data file since
   * @param passing whether it may go away by itself, as a store that does not answer
   * @param chain as far as it can be read; null: not even that
   */
  record Obstacle(String reason, Instant since, boolean passing, @Nullable Sighting chain) {
    /**
     * @param before what it could not get past until now; time in which the store was merely out of
     *     reach does not count for damage
     */
    static Obstacle of(
        Throwable failure, @Nullable Obstacle before, Instant now, @Nullable Sighting chain) {
      boolean passing = ReadFailure.isPassing(failure);
      Instant since = before == null || (before.passing() && !passing) ? now : before.since();
      return new Obstacle(CauseText.of(failure), since, passing, chain);
    }

    boolean isOlderThan(Duration bound, Instant now) {
      return now.isAfter(since.plus(bound));
    }

    /** What somebody who asks is told. */
    Failure failure() {
      return new Failure(
          passing ? FailureKind.Unreachable : FailureKind.DataLost,
          "the dataset's chain cannot be read since %s: %s".formatted(since, reason));
    }
  }

  /** Why it has not got any further for a while; empty while all is well. */
  Optional<Obstacle> obstacle() {
    return Optional.ofNullable(obstacle);
  }

  CatchUpWork(
      DatasetId dataset, AggregateStores stores, AggregateSettings settings, ChainReads chains) {
    this.dataset = dataset;
    this.stores = stores;
    this.settings = settings;
    this.chains = chains;
  }

  /** Does what can be done until {@code timeIsUp}. */
  Outcome step(DatasetState state, Phase.CatchingUp phase, Instant now, BooleanSupplier timeIsUp) {
    if (now.isBefore(notBefore)) {
      return new Outcome.Underway(state);
    }
    reached = state;
    try {
      if (stream == null) {
        return look(state, phase);
      }
      return read(phase, stream, now, timeIsUp);
    } catch (KafkaException e) {
      throw e;
    } catch (ExecutionException e) {
      return failed(now, e.getCause() == null ? e : e.getCause());
    } catch (RuntimeException e) {
      return failed(now, e);
    }
  }

  private Outcome look(DatasetState state, Phase.CatchingUp phase) throws ExecutionException {
    if (look == null) {
      look = chains.look(dataset, phase.after(), phase.upTo(), !phase.spaces().isEmpty());
    }
    if (!look.isDone()) {
      return new Outcome.Underway(state);
    }
    Sighting found = Futures.get(look);
    look = null;
    if (!found.continues()) {
      return new Outcome.Elsewhere();
    }
    ChainSummary chain = found.chain();
    if (found.slices().isEmpty() || phase.spaces().isEmpty() || chain == null) {
      return new Outcome.Done(adopted(state, phase, chain));
    }
    sighting = found;
    DatasetState ready = state.writingUnder(chain.schema().orElseThrow());
    open(ready, phase, chain);
    stream = chains.rows(dataset, found.slices(), chain.schema().orElseThrow());
    return new Outcome.Underway(ready);
  }

  private void open(DatasetState state, Phase.CatchingUp phase, ChainSummary chain) {
    RowLayouts layouts = new RowLayouts(state.schemas(), chain.vocabulary());
    rows.clear();
    List<ViewFeed> opened = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < state.views().size(); i++) {
      View view = state.views().get(i);
      if (phase.spaces().contains(view.space())) {
        SpaceRows space =
            stores.rows(view, settings.entryBytes(), view.rows() == 0 ? freshFilter(phase) : null);
        rows.add(space);
        places.add(i);
        opened.add(
            new ViewFeed(
                layouts.current(),
                chain.vocabulary(),
                view.kind(),
                new KeyEncoder(layouts.current(), view.key()),
                space));
      }
    }
    feeds = opened;
    positions = places;
  }

  /** Only a space that nothing was written to yet has no key that a filter would not know. */
  private static @Nullable KeyFilter freshFilter(Phase.CatchingUp phase) {
    return phase.after() == null ? new KeyFilter() : null;
  }

  private Outcome read(
      Phase.CatchingUp phase, RowStream pieces, Instant now, BooleanSupplier timeIsUp) {
    Phase.CatchingUp upTo = phase;
    while (!timeIsUp.getAsBoolean()) {
      RowStream.Piece piece = pieces.poll();
      switch (piece) {
        case null -> {
          return new Outcome.Underway(reached);
        }
        case RowStream.Piece.Rows(VectorSchemaRoot batch) -> {
          try (batch) {
            feeds.forEach(feed -> feed.apply(batch));
          }
          rows.forEach(space -> space.flush((key, before) -> {}));
          reached = reached.withViews(countedViews(reached));
        }
        case RowStream.Piece.SliceEnd(Multihash block) -> {
          upTo = upTo.readUpTo(block);
          reached = reached.with(upTo);
          obstacle = null;
        }
        case RowStream.Piece.End ignored -> {
          close();
          ChainSummary chain = Objects.requireNonNull(sighting).chain();
          return new Outcome.Done(adopted(reached, upTo, chain));
        }
        case RowStream.Piece.Failed(Throwable cause) -> {
          return failed(now, cause);
        }
      }
    }
    return new Outcome.Underway(reached);
  }

  private List<View> countedViews(DatasetState state) {
    List<View> views = new ArrayList<>(state.views());
    for (int i = 0; i < rows.size(); i++) {
      int position = positions.get(i);
      views.set(position, views.get(position).withRows(rows.get(i).size()));
    }
    return views;
  }

  /** With the chain as it was found, unless only a view was filled up to the known head. */
  private static DatasetState adopted(
      DatasetState state, Phase.CatchingUp phase, @Nullable ChainSummary chain) {
    return phase.upTo() == null ? state.with(chain) : state;
  }

  private Outcome failed(Instant now, Throwable failure) {
    log.atWarn()
        .addKeyValue("dataset", dataset)
        .addKeyValue("waitMs", wait.toMillis())
        .setCause(failure)
        .log("Cannot read the chain, trying again");
    obstacle = Obstacle.of(failure, obstacle, now, sighting);
    close();
    look = null;
    sighting = null;
    notBefore = now.plus(wait);
    wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
    return new Outcome.Underway(reached);
  }

  void close() {
    if (stream != null) {
      stream.close();
      stream = null;
    }
    rows.forEach(SpaceRows::discard);
  }
}
