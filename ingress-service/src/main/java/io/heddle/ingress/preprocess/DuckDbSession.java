package io.heddle.ingress.preprocess;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.ingress.read.RowReader;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.sql.EngineColumn;
import io.heddle.sql.EngineSettings;
import io.heddle.sql.EngineTable;
import io.heddle.sql.QueryAnalyzer;
import io.heddle.sql.QueryWatch;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;

/**
 * One embedded database for one task. It sees the rows it is given and nothing else: no files, no
 * extensions, no network, and its queries cannot change its settings.
 */
final class DuckDbSession implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The name of the stream below the table that queries see. */
  private static final String STREAM = "heddle_stream";

  private static final String STREAM_SCAN = "ARROW_SCAN_DUMB";

  /** Steps of a plan that hand rows on as they come, a bounded number at a time. */
  private static final Set<String> PASSING_STEPS = Set.of(STREAM_SCAN, "PROJECTION", "FILTER");

  private static final String OUT_OF_MEMORY = "Out of Memory Error";

  private final DuckDBConnection connection;
  private final QueryWatch watch;
  private @Nullable ArrowArrayStream stream;
  private volatile @Nullable ExportedRows exported;
  private @Nullable BufferAllocator allocator;

  private DuckDbSession(DuckDBConnection connection, Duration timeLimit) {
    this.connection = connection;
    this.watch =
        new QueryWatch(
            timeLimit,
            "the limit of this installation (heddle.rows.sql-time-limit)",
            () -> exported == null ? 0 : exported.waitedNanos());
  }

  /**
   * Opens a session of the calling thread: when that is interrupted, or has used the engine for
   * longer than it may, what runs is stopped.
   */
  static DuckDbSession open(SqlSettings settings, Path folder) {
    Properties properties = EngineSettings.closed(settings.memoryBytes(), settings.threads());
    properties.setProperty("temp_directory", folder.resolve("spill").toString());
    properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    try {
      DuckDBConnection connection =
          (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", properties);
      DuckDbSession session = new DuckDbSession(connection, settings.timeLimit());
      session.run("SET TimeZone = 'UTC'");
      // As a property of the connection it would be shown, and not kept to.
      session.run("SET max_temp_directory_size = '%dB'".formatted(settings.spillBytes()));
      session.run("SET lock_configuration = true");
      return session;
    } catch (SQLException e) {
      throw new IngestException(
          FailureKind.Internal, "the SQL engine does not start: " + e.getMessage(), e);
    }
  }

  void registerInput(String name, RowReader rows, BufferAllocator rowsAllocator) {
    allocator = rowsAllocator;
    exported = new ExportedRows(rows, rowsAllocator);
    exported.watchedBy(watch);
    stream = ArrowArrayStream.allocateNew(rowsAllocator);
    Data.exportArrayStream(rowsAllocator, exported, stream);
    connection.registerArrowStream(STREAM, stream);
    createView(name, "SELECT * FROM " + STREAM);
  }

  void createView(String name, String query) {
    run("CREATE TEMP VIEW %s AS %s".formatted(EngineTable.quoted(name), query));
  }

  /** Reads the stream into a table, so that it can be read more than once. */
  void materializeInput(String name) {
    run("CREATE TEMP TABLE heddle_rows AS SELECT * FROM " + STREAM);
    run(
        "CREATE OR REPLACE TEMP VIEW %s AS SELECT * FROM heddle_rows"
            .formatted(EngineTable.quoted(name)));
  }

  /**
   * The syntax tree of one query.
   *
   * @throws IngestException (EngineError) when it is not exactly one query
   */
  JsonNode parse(String query) {
    try {
      return new QueryAnalyzer(connection).parse(query);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * The columns of a query's result, found without running it.
   *
   * @throws IngestException (EngineError) when it does not fit the tables, or a column's values
   *     could not be kept
   */
  List<EngineColumn> bind(String query) {
    try {
      return new QueryAnalyzer(connection).bind(query);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** What the engine would do for the query, each step inside of the one that takes its rows. */
  private JsonNode plan(String query) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN (FORMAT json) " + query)) {
      result.next();
      return JSON.readTree(result.getString(2));
    } catch (SQLException e) {
      throw failed(e);
    } catch (JsonProcessingException e) {
      throw new IngestException(FailureKind.Internal, "the query plan is not JSON", e);
    }
  }

  private static List<String> steps(JsonNode plan) {
    List<String> steps = new ArrayList<>();
    if (plan.isObject()) {
      steps.add(plan.path("name").asText().strip());
    }
    for (JsonNode child : plan.isArray() ? plan : plan.path("children")) {
      steps.addAll(steps(child));
    }
    return steps;
  }

  /**
   * Starts the query; its result owns this session. A query that goes through the stream once, row
   * by row, is read while it runs. Any other is run to its end first: only then can it be stopped
   * at any moment, and read its input more than once.
   *
   * @param input the table that stands for the stream
   */
  RowReader execute(
      String query,
      String input,
      List<EngineColumn> columns,
      List<ColumnOrigins.@Nullable Column> origins,
      int batchRows) {
    if (allocator == null || exported == null) {
      throw new IllegalStateException("no input was registered");
    }
    List<String> steps = steps(plan(query));
    String source = query;
    if (!PASSING_STEPS.containsAll(steps)) {
      if (Collections.frequency(steps, STREAM_SCAN) > 1) {
        materializeInput(input);
      }
      run("CREATE TEMP TABLE heddle_result AS " + query);
      source = "SELECT * FROM heddle_result";
    }
    PreparedStatement statement = null;
    try {
      statement = connection.prepareStatement(source);
      watch.running(statement);
      DuckDBResultSet result = (DuckDBResultSet) statement.executeQuery();
      return new QueryResult(
          new QueryResult.Running(this, statement, result, exported),
          result.arrowExportStream(allocator, batchRows),
          columns,
          origins,
          allocator);
    } catch (SQLException e) {
      close(statement);
      throw failed(e);
    } catch (RuntimeException e) {
      close(statement);
      throw e;
    }
  }

  /**
   * @throws IngestException when the time is over, or the thread was interrupted
   */
  void requireRunning() {
    watch.requireRunning();
  }

  /** Why the engine was stopped, else the failure of the rows below, else that of the engine. */
  RuntimeException failed(Exception e) {
    if (watch.stop() != null) {
      return watch.stop();
    }
    if (exported != null && exported.failure() != null) {
      return exported.failure();
    }
    String message = String.valueOf(e.getMessage()).strip();
    if (message.startsWith(OUT_OF_MEMORY)) {
      return new IngestException(
          FailureKind.LimitExceeded,
          "preprocess: the query needs more than this installation allows (heddle.rows.sql-memory,"
              + " heddle.rows.sql-disk): "
              + message.lines().findFirst().orElse(""),
          e);
    }
    return new IngestException(FailureKind.EngineError, "preprocess: " + message, e);
  }

  private void run(String sql) {
    try (Statement statement = connection.createStatement()) {
      watch.running(statement);
      statement.execute(sql);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static void close(@Nullable AutoCloseable closeable) {
    if (closeable != null) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IngestException(
            FailureKind.Internal, "the SQL engine does not stop: " + e.getMessage(), e);
      }
    }
  }

  @Override
  public void close() {
    watch.close();
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IngestException(
          FailureKind.Internal, "the SQL engine does not stop: " + e.getMessage(), e);
    } finally {
      if (stream != null) {
        stream.close();
      }
      if (exported != null) {
        exported.release();
      }
    }
  }
}
