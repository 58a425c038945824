package io.heddle.odf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the rows of an ingestion meet the history of a dataset (merge strategies). */
public sealed interface MergeStrategy {
  record Append() implements MergeStrategy {}

  record Ledger(List<String> primaryKey) implements MergeStrategy {
    public Ledger {
      primaryKey = List.copyOf(primaryKey);
    }
  }

  record Snapshot(List<String> primaryKey, @Nullable List<String> compareColumns)
      implements MergeStrategy {
    public Snapshot {
      primaryKey = List.copyOf(primaryKey);
      compareColumns = compareColumns == null ? null : List.copyOf(compareColumns);
    }
  }

  record ChangelogStream(List<String> primaryKey) implements MergeStrategy {
    public ChangelogStream {
      primaryKey = List.copyOf(primaryKey);
    }
  }

  record UpsertStream(List<String> primaryKey) implements MergeStrategy {
    public UpsertStream {
      primaryKey = List.copyOf(primaryKey);
    }
  }
}
