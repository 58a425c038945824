package io.heddle.merge.topology;

import io.heddle.merge.topology.Wares.Delivery;
import io.heddle.merge.topology.Wares.Row;
import io.heddle.merge.topology.Wares.Ware;
import io.heddle.odf.MergeStrategy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a dataset of wares has to hold, worked out from the committed deliveries as the page on
 * merge strategies says it: over all rows each time, without any of the code that is under test.
 */
final class HistoryFold {
  private static final int APPEND = 0;
  private static final int RETRACT = 1;
  private static final int CORRECT_FROM = 2;
  private static final int CORRECT_TO = 3;

  /** The rows of an ingestion, and how they meet the dataset. */
  record Input(
      MergeStrategy merge,
      boolean hasOperations,
      boolean hasEventTimes,
      long sourceEventTime,
      @Nullable Long rowsPerSlice,
      List<Ware> wares) {}

  final List<Row> rows = new ArrayList<>();
  final Map<String, String> states = new HashMap<>();
  int blocks;
  @Nullable Long watermark;

  void foreign(Row row) {
    rows.add(row);
    blocks++;
  }

  void deliver(Delivery delivery) {
    int before = rows.size();
    Input input = delivery.input();
    switch (input.merge()) {
      case MergeStrategy.Append ignored -> input.wares().forEach(ware -> add(APPEND, ware, input));
      case MergeStrategy.ChangelogStream ignored ->
          input.wares().forEach(ware -> add(ware.op(), ware, input));
      case MergeStrategy.Ledger(List<String> key) -> ledger(input, key);
      case MergeStrategy.Snapshot(List<String> key, List<String> compared) ->
          snapshot(input, key, compared);
      case MergeStrategy.UpsertStream(List<String> key) -> upserts(input, key);
    }
    states.put(delivery.source(), delivery.newState());
    blocks += slices(before, input.rowsPerSlice());
    for (Row row : rows.subList(before, rows.size())) {
      watermark = watermark == null ? row.eventTime() : Math.max(watermark, row.eventTime());
    }
  }

  private void ledger(Input input, List<String> key) {
    Set<String> known = new HashSet<>();
    rows.forEach(row -> known.add(key(key, row.sku(), row.shop())));
    for (Ware ware : input.wares()) {
      if (known.add(key(key, ware.sku(), ware.shop()))) {
        add(APPEND, ware, input);
      }
    }
  }

  private void snapshot(Input input, List<String> key, @Nullable List<String> compared) {
    TreeMap<String, Row> current = current(key);
    Set<String> seen = new HashSet<>();
    for (Ware ware : input.wares()) {
      String name = key(key, ware.sku(), ware.shop());
      if (seen.add(name)) {
        merge(current.get(name), ware, input, compared == null ? rest(key) : compared::contains);
      }
    }
    current.forEach(
        (name, old) -> {
          if (!seen.contains(name)) {
            repeat(RETRACT, old);
          }
        });
  }

  private void upserts(Input input, List<String> key) {
    for (Ware ware : input.wares()) {
      Row old = current(key).get(key(key, ware.sku(), ware.shop()));
      if (!input.hasOperations() || ware.op() != RETRACT) {
        merge(old, ware, input, rest(key));
      } else if (old != null) {
        repeat(RETRACT, old);
      }
    }
  }

  private void merge(@Nullable Row old, Ware ware, Input input, Predicate<String> compared) {
    if (old == null) {
      add(APPEND, ware, input);
    } else if (differs(old, ware, input, compared)) {
      repeat(CORRECT_FROM, old);
      add(CORRECT_TO, ware, input);
    }
  }

  private static Predicate<String> rest(List<String> key) {
    return column -> !key.contains(column);
  }

  private static boolean differs(Row old, Ware ware, Input input, Predicate<String> compared) {
    Long eventTime = input.hasEventTimes() ? ware.eventTime() : null;
    return compared.test("sku") && !old.sku().equals(ware.sku())
        || compared.test("shop") && !old.shop().equals(ware.shop())
        || compared.test("count") && !Objects.equals(old.count(), ware.count())
        || compared.test("event_time") && eventTime != null && eventTime != old.eventTime();
  }

  /** The current row of each key, in the order of the keys. */
  private TreeMap<String, Row> current(List<String> key) {
    TreeMap<String, Row> current = new TreeMap<>();
    for (Row row : rows) {
      String name = key(key, row.sku(), row.shop());
      if (row.op() == RETRACT) {
        current.remove(name);
      } else {
        current.put(name, row);
      }
    }
    return current;
  }

  private static String key(List<String> key, String sku, String shop) {
    return String.join("\0", key.stream().map(each -> each.equals("sku") ? sku : shop).toList());
  }

  private void add(int op, Ware ware, Input input) {
    Long eventTime = input.hasEventTimes() ? ware.eventTime() : null;
    rows.add(
        new Row(
            rows.size(),
            op,
            eventTime == null ? input.sourceEventTime() : eventTime,
            ware.sku(),
            ware.shop(),
            ware.count()));
  }

  private void repeat(int op, Row old) {
    rows.add(new Row(rows.size(), op, old.eventTime(), old.sku(), old.shop(), old.count()));
  }

  /** How many blocks the rows from an offset on take: a pair stays together, no rows take one. */
  private int slices(int from, @Nullable Long rowsPerSlice) {
    int slices = 1;
    int inSlice = 0;
    for (Row row : rows.subList(from, rows.size())) {
      if (rowsPerSlice != null && inSlice >= rowsPerSlice && row.op() != CORRECT_TO) {
        slices++;
        inSlice = 0;
      }
      inSlice++;
    }
    return slices;
  }
}
