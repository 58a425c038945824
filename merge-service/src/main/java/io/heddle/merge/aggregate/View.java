package io.heddle.merge.aggregate;

import io.heddle.merge.row.StateKind;
import io.heddle.odf.MergeStrategy;
import java.util.List;
import java.util.Optional;

/**
 * Row state for one set of key columns.
 *
 * @param space where its rows lie; another one in each generation
 * @param rows how many there are
 */
record View(int space, StateKind kind, List<String> key, long rows) {
  View {
    key = List.copyOf(key);
  }

  View withRows(long newRows) {
    return new View(space, kind, key, newRows);
  }

  View inSpace(int newSpace) {
    return new View(newSpace, kind, key, 0);
  }

  boolean serves(Need need) {
    return kind == need.kind() && key.equals(need.key());
  }

  /** The view that a strategy looks into. */
  record Need(StateKind kind, List<String> key) {
    static Optional<Need> of(MergeStrategy merge) {
      return switch (merge) {
        case MergeStrategy.Append ignored -> Optional.empty();
        case MergeStrategy.ChangelogStream ignored -> Optional.empty();
        case MergeStrategy.Ledger(List<String> key) ->
            Optional.of(new Need(StateKind.PRESENCE, key));
        case MergeStrategy.Snapshot snapshot ->
            Optional.of(new Need(StateKind.CURRENT_ROW, snapshot.primaryKey()));
        case MergeStrategy.UpsertStream(List<String> key) ->
            Optional.of(new Need(StateKind.CURRENT_ROW, key));
      };
    }
  }
}
