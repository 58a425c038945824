package io.heddle.sql;

import io.heddle.odf.Transform;
import io.heddle.odf.Transform.SqlQueryStep;
import java.util.List;
import java.util.Optional;

/**
 * The queries of a transform in their order (sources, "Preprocess"): one query, or several of which
 * all but the last have an alias.
 */
public final class QuerySteps {
  /**
   * Why a transform's queries are no steps.
   *
   * @param pointer to the member, below the transform; empty: the transform itself
   */
  public record Fault(String pointer, String message) {}

  /** The table that the rows of the source are. */
  public static final String INPUT = "input";

  private QuerySteps() {}

  /** The steps; a single query is one without an alias. */
  public static List<SqlQueryStep> of(Transform.Sql sql) {
    if (sql.queries() != null) {
      return sql.queries();
    }
    return sql.query() == null ? List.of() : List.of(new SqlQueryStep(null, sql.query()));
  }

  /** The first thing that is wrong, if any is. */
  public static Optional<Fault> fault(Transform.Sql sql) {
    if ((sql.query() == null) == (sql.queries() == null)) {
      return fault("", "exactly one of 'query' and 'queries'");
    }
    List<SqlQueryStep> steps = of(sql);
    if (steps.isEmpty()) {
      return fault("/queries", "at least one query");
    }
    for (int i = 0; i < steps.size(); i++) {
      boolean last = i == steps.size() - 1;
      if (last != (steps.get(i).alias() == null)) {
        return fault(
            "/queries/" + i,
            last ? "the last query has no alias" : "only the last query goes without an alias");
      }
    }
    return Optional.empty();
  }

  private static Optional<Fault> fault(String pointer, String message) {
    return Optional.of(new Fault(pointer, message));
  }
}
