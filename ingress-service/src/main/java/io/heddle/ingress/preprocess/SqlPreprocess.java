package io.heddle.ingress.preprocess;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.ingress.read.RowReader;
import io.heddle.odf.Transform;
import io.heddle.odf.Transform.SqlQueryStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.sql.EngineColumn;
import io.heddle.sql.EngineTable;
import io.heddle.sql.QueryGuard;
import io.heddle.sql.QuerySteps;
import io.heddle.sql.SqlEngines;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the {@code preprocess} queries of a source (sources, "Preprocess"): the rows are the table
 * {@code input}, a step with an alias becomes a view for the steps after it, the last one is the
 * result.
 *
 * <p>Types of the result follow the engine, with one exception: a column that a query takes over as
 * it is keeps the exact type it had, unit and optionality included ({@link ColumnOrigins}). All
 * other columns are optional, since the engine does not say which of them can be null.
 */
public final class SqlPreprocess {
  private final SqlSettings settings;

  public SqlPreprocess(SqlSettings settings) {
    this.settings = settings;
  }

  /**
   * Refuses a query for an engine that is not here, and tables in time, which none of those here
   * has; to be called before anything is read.
   *
   * @throws IngestException (Unsupported) naming the engines that are
   */
  public static void requireSupported(Transform.Sql sql) {
    if (!SqlEngines.isSupported(sql.engine())) {
      throw new IngestException(
          FailureKind.Unsupported,
          "SQL engine \"%s\" is not supported; supported: %s"
              .formatted(sql.engine(), String.join(", ", SqlEngines.NAMES)),
          Map.of("value", sql.engine(), "supported", SqlEngines.NAMES));
    }
    if (sql.temporalTables() != null && !sql.temporalTables().isEmpty()) {
      throw new IngestException(
          FailureKind.Unsupported,
          "temporalTables are not supported by the SQL engine \"%s\"; leave them out, and keep the versions of rows by the merge strategy"
              .formatted(sql.engine()));
    }
  }

  /**
   * The result of the queries over {@code input}, which stays the caller's to close, after the
   * result. Every row of the input is read, even if the queries need only some: a value that cannot
   * be read refuses the ingestion wherever it stands.
   *
   * @param folder existing, for what does not fit into memory; the caller deletes it
   */
  public RowReader open(
      RowReader input, Transform.Sql sql, BufferAllocator allocator, Path folder) {
    requireSupported(sql);
    EngineTable.requireDistinctNames(input.schema());
    DuckDbSession session = DuckDbSession.open(settings, folder);
    try {
      return run(session, input, steps(sql), allocator);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private RowReader run(
      DuckDbSession session, RowReader input, List<SqlQueryStep> steps, BufferAllocator allocator) {
    session.registerInput(QuerySteps.INPUT, input, allocator);
    Map<String, List<ColumnOrigins.Column>> tables = new HashMap<>();
    tables.put(
        QuerySteps.INPUT,
        input.schema().fields().stream().map(ColumnOrigins.Column::unchanged).toList());
    List<ColumnOrigins.@Nullable Column> origins = List.of();
    Set<String> visible = new HashSet<>(Set.of(QuerySteps.INPUT));
    List<EngineColumn> columns = List.of();
    for (SqlQueryStep step : steps) {
      JsonNode tree = session.parse(step.query());
      QueryGuard.check(tree, visible);
      columns = session.bind(step.query());
      Optional<List<ColumnOrigins.Column>> known = ColumnOrigins.of(tree, tables);
      if (step.alias() == null) {
        origins = List.copyOf(known.orElse(List.of()));
      } else {
        session.createView(step.alias(), step.query());
        String alias = step.alias().toLowerCase(Locale.ROOT);
        visible.add(alias);
        known.ifPresentOrElse(found -> tables.put(alias, found), () -> tables.remove(alias));
      }
    }
    columns.forEach(EngineColumn::requireCarried);
    return session.execute(
        steps.getLast().query(), QuerySteps.INPUT, columns, origins, settings.batchRows());
  }

  private static List<SqlQueryStep> steps(Transform.Sql sql) {
    QuerySteps.fault(sql)
        .ifPresent(
            fault -> {
              throw new IngestException(
                  FailureKind.EngineError,
                  "preprocess%s: %s".formatted(fault.pointer(), fault.message()));
            });
    return QuerySteps.of(sql);
  }
}
