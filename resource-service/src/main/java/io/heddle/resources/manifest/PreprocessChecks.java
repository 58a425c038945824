package io.heddle.resources.manifest;

import io.heddle.odf.Transform;
import io.heddle.resource.Template;
import io.heddle.schema.DataSchema;
import io.heddle.sql.EngineColumn;
import io.heddle.sql.QuerySteps;
import io.heddle.sql.SqlEngines;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What must hold in a preprocess step, as far as it shows without rows. */
final class PreprocessChecks {
  private static final String POINTER = "/spec/preprocess";

  private PreprocessChecks() {}

  /**
   * @param input the columns that are declared, null: they only show at the run
   * @return the columns of the result, null when they only show at the run
   */
  static @Nullable List<EngineColumn> check(
      Transform.Sql sql, @Nullable DataSchema input, Remarks remarks) {
    List<EngineColumn> result = null;
    boolean ordered = checkSteps(sql, POINTER, remarks);
    if (!SqlEngines.isSupported(sql.engine())) {
      remarks.refuse(
          POINTER + "/engine",
          "'%s' is not an engine that runs here; that are %s"
              .formatted(sql.engine(), String.join(", ", SqlEngines.NAMES)));
    } else if (ordered && !isTemplate(sql)) {
      result = QueryChecks.check(sql, input, POINTER, remarks);
    }
    if (sql.engine().equalsIgnoreCase(SqlEngines.DATAFUSION)) {
      remarks.notInEffect(
          POINTER + "/engine",
          "the query runs on the embedded DuckDB; what only DataFusion has is not there");
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
    return result;
  }

  /** Whether the text of a query only shows at the run. */
  private static boolean isTemplate(Transform.Sql sql) {
    return QuerySteps.of(sql).stream().anyMatch(step -> Template.isIn(step.query()));
  }

  /**
   * @return whether the queries are steps
   */
  static boolean checkSteps(Transform.Sql sql, String pointer, Remarks remarks) {
    Optional<QuerySteps.Fault> fault = QuerySteps.fault(sql);
    fault.ifPresent(it -> remarks.refuse(pointer + it.pointer(), it.message()));
    return fault.isEmpty();
  }
}
