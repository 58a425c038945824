package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.odf.Transform;
import io.heddle.odf.Transform.SqlQueryStep;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataSchema;
import io.heddle.sql.EngineColumn;
import io.heddle.sql.EngineSettings;
import io.heddle.sql.EngineTable;
import io.heddle.sql.QueryAnalyzer;
import io.heddle.sql.QueryGuard;
import io.heddle.sql.QuerySteps;
import io.heddle.sql.QueryWatch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is wrong with queries whatever the rows: syntax, what a query must not use, and functions
 * that the engine does not have; where the columns of the input are declared, also whether the
 * queries fit them. The engine plans for this, without optimizing or running anything; constants
 * that it needs for a plan it computes, though, within limits of time and memory.
 */
final class QueryChecks {
  private static final Logger log = LoggerFactory.getLogger(QueryChecks.class);

  private static final long ENGINE_BYTES = 128L << 20;
  private static final Duration TIME_LIMIT = Duration.ofSeconds(5);

  /** How many queries are looked at at once; one that cannot be stopped keeps its place. */
  private static final Semaphore LOOKS = new Semaphore(2);

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]*");

  /** Begin the engine's messages about what cannot be right. */
  private static final List<String> FAULTS =
      List.of("Binder Error", "Catalog Error", "Parser Error");

  /** Stands in the engine's message about a function that it does not know. */
  private static final String UNKNOWN = "does not exist";

  private final Connection engine;
  private final QueryAnalyzer analyzer;
  private final String pointer;
  private final Remarks remarks;
  private final Set<String> tables = new HashSet<>(Set.of(QuerySteps.INPUT));
  private boolean typed;

  private QueryChecks(Connection engine, String pointer, Remarks remarks) {
    this.engine = engine;
    this.analyzer = new QueryAnalyzer(engine);
    this.pointer = pointer;
    this.remarks = remarks;
  }

  /**
   * @param sql of an engine that runs here, with steps in order
   * @param input the columns that are declared, null: they only show at the run
   * @return the columns of the result, null when they only show at the run, or something is wrong
   */
  static @Nullable List<EngineColumn> check(
      Transform.Sql sql, @Nullable DataSchema input, String pointer, Remarks remarks) {
    return check(sql, input, pointer, remarks, TIME_LIMIT);
  }

  /**
   * @param limit how long the engine may work; what does not stop then is left behind
   */
  static @Nullable List<EngineColumn> check(
      Transform.Sql sql,
      @Nullable DataSchema input,
      String pointer,
      Remarks remarks,
      Duration limit) {
    try {
      if (!LOOKS.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return notChecked("others are being checked", pointer, remarks);
      }
      var look =
          new FutureTask<>(
              () -> {
                try {
                  return look(sql, input, pointer, limit);
                } finally {
                  LOOKS.release();
                }
              });
      // The engine evaluates constants while it plans, and does not stop inside of a call.
      Thread.ofPlatform().name("heddle-query-check").daemon().start(look);
      Look found = look.get(limit.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
      remarks.addAll(found.remarks());
      return found.columns();
    } catch (TimeoutException e) {
      return notChecked("it takes too long to plan them", pointer, remarks);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      log.atWarn().setCause(cause).log("A query was not checked");
      return notChecked(firstLine(cause), pointer, remarks);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return notChecked("the service is stopping", pointer, remarks);
    }
  }

  private static @Nullable List<EngineColumn> notChecked(
      String why, String pointer, Remarks remarks) {
    remarks.warn("not-checked", pointer, "the queries could not be checked: " + why);
    return null;
  }

  /** What came of a look. */
  private record Look(@Nullable List<EngineColumn> columns, Remarks remarks) {}

  private static Look look(
      Transform.Sql sql, @Nullable DataSchema input, String pointer, Duration limit)
      throws SQLException {
    Remarks remarks = new Remarks();
    try (Connection engine =
            new DuckDBDriver().connect("jdbc:duckdb:", EngineSettings.closed(ENGINE_BYTES, 1));
        QueryWatch watch = new QueryWatch(limit, "the time for a look at it", () -> 0)) {
      return new Look(new QueryChecks(engine, pointer, remarks).check(sql, input, watch), remarks);
    }
  }

  private @Nullable List<EngineColumn> check(
      Transform.Sql sql, @Nullable DataSchema input, QueryWatch watch) throws SQLException {
    try (Statement statement = engine.createStatement()) {
      watch.running(statement);
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute("PRAGMA disable_optimizer");
      statement.execute("SET lock_configuration = true");
      declare(input, statement);
      List<SqlQueryStep> steps = QuerySteps.of(sql);
      List<EngineColumn> columns = null;
      for (int i = 0; i < steps.size(); i++) {
        String place = pointer + (sql.queries() == null ? "/query" : "/queries/" + i + "/query");
        try {
          columns = check(steps.get(i), statement);
          if (columns != null && i == steps.size() - 1) {
            columns.forEach(EngineColumn::requireCarried);
          }
        } catch (IngestException e) {
          remarks.refuse(place, e.failure().message());
          return null;
        } catch (SQLException e) {
          if (watch.stop() != null) {
            throw new SQLException(watch.stop().failure().message(), e);
          }
          if (FAULTS.stream().noneMatch(firstLine(e)::startsWith)) {
            throw e;
          }
          remarks.refuse(place, explanation(e));
          return null;
        }
      }
      return columns;
    } catch (IngestException e) {
      remarks.refuse(pointer, e.failure().message());
      return null;
    }
  }

  private void declare(@Nullable DataSchema input, Statement statement) throws SQLException {
    if (input == null) {
      return;
    }
    EngineTable.requireDistinctNames(input);
    String columns = EngineTable.columns(input).orElse("");
    if (!columns.isEmpty()) {
      statement.execute("CREATE TEMP TABLE %s (%s)".formatted(QuerySteps.INPUT, columns));
      typed = true;
    }
  }

  private @Nullable List<EngineColumn> check(SqlQueryStep step, Statement statement)
      throws SQLException {
    JsonNode tree = analyzer.parse(step.query());
    QueryGuard.check(tree, tables);
    List<EngineColumn> columns = null;
    if (typed) {
      columns = analyzer.bind(step.query());
    } else {
      Set<String> calls = new LinkedHashSet<>();
      collect(tree, calls);
      for (String call : calls) {
        requireKnown(call);
      }
    }
    if (step.alias() != null) {
      if (typed) {
        statement.execute(
            "CREATE TEMP VIEW %s AS %s".formatted(EngineTable.quoted(step.alias()), step.query()));
      }
      tables.add(step.alias().toLowerCase(Locale.ROOT));
    }
    return columns;
  }

  /** Calls of each function without its arguments, so that there is nothing to compute. */
  private static void collect(JsonNode node, Set<String> calls) {
    String name = node.path("function_name").asText("").toLowerCase(Locale.ROOT);
    if (NAME.matcher(name).matches() && node.path("schema").asText("").isEmpty()) {
      calls.add(
          "SELECT \"%s\"()%s"
              .formatted(name, node.path("class").asText().equals("WINDOW") ? " OVER ()" : ""));
    }
    boolean tableFunction = node.path("type").asText().equals("TABLE_FUNCTION");
    node.properties()
        .forEach(
            member -> {
              // The guard knows functions that make tables by name.
              if (tableFunction && member.getKey().equals("function")) {
                collect(member.getValue().path("children"), calls);
              } else {
                collect(member.getValue(), calls);
              }
            });
    if (node.isArray()) {
      node.forEach(child -> collect(child, calls));
    }
  }

  private void requireKnown(String call) throws SQLException {
    try (PreparedStatement statement = engine.prepareStatement(call)) {
      statement.getMetaData();
    } catch (SQLException e) {
      // Most functions need arguments, and the engine says so.
      if (firstLine(e).contains(UNKNOWN)) {
        throw e;
      }
    }
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
  }

  /** What is wrong and what may be meant, without the engine's drawing of the place. */
  private static String explanation(SQLException e) {
    return String.join(
        " ",
        String.valueOf(e.getMessage())
            .lines()
            .takeWhile(line -> !line.startsWith("LINE "))
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList());
  }
}
