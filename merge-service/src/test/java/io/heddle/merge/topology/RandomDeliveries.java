package io.heddle.merge.topology;

import io.heddle.merge.topology.HistoryFold.Input;
import io.heddle.merge.topology.Wares.Delivery;
import io.heddle.merge.topology.Wares.Row;
import io.heddle.merge.topology.Wares.Ware;
import io.heddle.odf.MergeStrategy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Thinks deliveries up: few wares and shops, so that they meet again and again. */
final class RandomDeliveries {
  private static final List<List<String>> KEYS = List.of(List.of("sku"), List.of("shop", "sku"));
  private static final int MOST_ROWS = 12;

  private final Random random;

  RandomDeliveries(Random random) {
    this.random = random;
  }

  /**
   * @param state of the source now; it goes round, so that old contents come back
   */
  Delivery next(String source, @Nullable String state) {
    String newState = state == null || state.equals("C") ? "A" : state.equals("A") ? "B" : "C";
    return new Delivery(source, newState, input());
  }

  private Input input() {
    List<String> key = KEYS.get(random.nextInt(KEYS.size()));
    MergeStrategy merge =
        switch (random.nextInt(5)) {
          case 0 -> new MergeStrategy.Append();
          case 1 -> new MergeStrategy.Ledger(key);
          case 2 -> new MergeStrategy.Snapshot(key, random.nextBoolean() ? null : List.of("count"));
          case 3 -> new MergeStrategy.UpsertStream(key);
          default -> new MergeStrategy.ChangelogStream(key);
        };
    boolean hasOperations =
        merge instanceof MergeStrategy.ChangelogStream
            || merge instanceof MergeStrategy.UpsertStream && random.nextBoolean();
    List<Ware> wares =
        switch (merge) {
          case MergeStrategy.Snapshot ignored -> table(key);
          case MergeStrategy.ChangelogStream ignored -> changelog();
          default -> events();
        };
    return new Input(
        merge,
        hasOperations,
        random.nextBoolean(),
        1_000 + random.nextInt(1_000),
        random.nextBoolean() ? null : Long.valueOf(1 + random.nextInt(5)),
        wares);
  }

  private Ware ware(int op) {
    return new Ware(
        op,
        random.nextBoolean() ? null : Long.valueOf(random.nextInt(3)),
        "s" + random.nextInt(5),
        "p" + random.nextInt(3),
        random.nextInt(4) == 0 ? null : Long.valueOf(random.nextInt(3)));
  }

  /** A row as another writer appends it. */
  Row row(long offset) {
    Ware ware = ware(0);
    return new Row(offset, ware.op(), random.nextInt(3), ware.sku(), ware.shop(), ware.count());
  }

  private List<Ware> events() {
    List<Ware> events = new ArrayList<>();
    for (int i = random.nextInt(MOST_ROWS); i > 0; i--) {
      events.add(ware(random.nextInt(4)));
    }
    return events;
  }

  /** One row for each key, some of them twice in the very same form. */
  private List<Ware> table(List<String> key) {
    Set<String> names = new HashSet<>();
    List<Ware> table = new ArrayList<>();
    for (int i = random.nextInt(MOST_ROWS); i > 0; i--) {
      Ware ware = ware(0);
      if (names.add(key.size() == 1 ? ware.sku() : ware.shop() + ware.sku())) {
        table.add(ware);
        if (random.nextInt(5) == 0) {
          table.add(ware);
        }
      }
    }
    return table;
  }

  private List<Ware> changelog() {
    List<Ware> changes = new ArrayList<>();
    for (int i = random.nextInt(MOST_ROWS); i > 0; i--) {
      Ware ware = ware(random.nextInt(3));
      changes.add(ware);
      if (ware.op() == 2) {
        Ware next = ware(3);
        changes.add(new Ware(3, next.eventTime(), ware.sku(), ware.shop(), next.count()));
      }
    }
    return changes;
  }

  /** The same with a row more that has to be refused, if there is such a row. */
  Optional<Delivery> spoilt(Delivery delivery) {
    Input input = delivery.input();
    List<Ware> wares = new ArrayList<>(input.wares());
    if (input.hasOperations()) {
      wares.add(random.nextInt(wares.size() + 1), ware(9));
    } else if (input.merge() instanceof MergeStrategy.Snapshot && !wares.isEmpty()) {
      Ware one = wares.getFirst();
      wares.add(new Ware(0, one.eventTime(), one.sku(), one.shop(), 77L));
    } else {
      return Optional.empty();
    }
    return Optional.of(
        new Delivery(
            delivery.source(),
            delivery.newState(),
            new Input(
                input.merge(),
                input.hasOperations(),
                input.hasEventTimes(),
                input.sourceEventTime(),
                input.rowsPerSlice(),
                wares)));
  }

  /** Rows in batches, of which some are empty. */
  List<List<Ware>> cut(List<Ware> wares) {
    List<List<Ware>> batches = new ArrayList<>();
    for (int from = 0; from < wares.size(); ) {
      int to = Math.min(wares.size(), from + random.nextInt(5));
      batches.add(wares.subList(from, to));
      from = to;
    }
    return batches;
  }
}
