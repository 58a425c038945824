package io.heddle.resources.manifest;

import io.heddle.source.Transform;
import java.util.List;
import java.util.Locale;

/** What must hold in a preprocess query, as far as it shows without an engine. */
final class PreprocessChecks {
  private static final String POINTER = "/spec/preprocess";
  private static final String EMBEDDED = "duckdb";
  private static final String OTHER_NAME = "datafusion";

  private PreprocessChecks() {}

  static void check(Transform.Sql sql, Remarks remarks) {
    checkSteps(sql, POINTER, remarks);
    switch (sql.engine().toLowerCase(Locale.ROOT)) {
      case EMBEDDED -> {}
      case OTHER_NAME ->
          remarks.notInEffect(
              POINTER + "/engine",
              "the query runs on the embedded DuckDB; what only DataFusion has is not there");
      default ->
          remarks.refuse(
              POINTER + "/engine",
              "'%s' is not an engine that runs here; that are %s, %s"
                  .formatted(sql.engine(), EMBEDDED, OTHER_NAME));
    }
    if (sql.version() != null) {
      remarks.notInEffect(
          POINTER + "/version", "there is one version of the engine, the embedded one");
    }
    if (sql.temporalTables() != null && !sql.temporalTables().isEmpty()) {
      remarks.refuse(
          POINTER + "/temporalTables",
          "the embedded engine has no temporal tables; leave them out, and keep the versions of"
              + " rows by the merge strategy");
    }
  }

  /** Exactly one form, and every step but the last under a name. */
  static void checkSteps(Transform.Sql sql, String pointer, Remarks remarks) {
    if ((sql.query() == null) == (sql.queries() == null)) {
      remarks.refuse(pointer, "exactly one of 'query' and 'queries'");
      return;
    }
    List<Transform.SqlQueryStep> steps = sql.queries() == null ? List.of() : sql.queries();
    if (sql.queries() != null && steps.isEmpty()) {
      remarks.refuse(pointer + "/queries", "at least one query");
    }
    for (int i = 0; i < steps.size(); i++) {
      boolean last = i == steps.size() - 1;
      if (last != (steps.get(i).alias() == null)) {
        remarks.refuse(
            pointer + "/queries/" + i,
            last ? "the last query has no alias" : "only the last query goes without an alias");
      }
    }
  }
}
