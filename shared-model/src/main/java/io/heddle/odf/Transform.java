package io.heddle.odf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query over tables: preprocessing of a source, or the definition of a derivative dataset. */
public sealed interface Transform {
  record Sql(
      String engine,
      @Nullable String version,
      @Nullable String query,
      @Nullable List<SqlQueryStep> queries,
      @Nullable List<TemporalTable> temporalTables)
      implements Transform {
    public Sql {
      queries = queries == null ? null : List.copyOf(queries);
      temporalTables = temporalTables == null ? null : List.copyOf(temporalTables);
    }
  }

  record SqlQueryStep(@Nullable String alias, String query) {}

  record TemporalTable(String name, List<String> primaryKey) {
    public TemporalTable {
      primaryKey = List.copyOf(primaryKey);
    }
  }
}
