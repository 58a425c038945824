package io.heddle.ingress.preprocess;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.ingress.read.RowReader;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
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

  private final DuckDBConnection connection;
  private @Nullable ArrowArrayStream stream;
  private @Nullable ExportedRows exported;
  private @Nullable BufferAllocator allocator;

  private DuckDbSession(DuckDBConnection connection) {
    this.connection = connection;
  }

  static DuckDbSession open(SqlSettings settings, Path folder) {
    Properties properties = new Properties();
    properties.setProperty("enable_external_access", "false");
    properties.setProperty("autoinstall_known_extensions", "false");
    properties.setProperty("autoload_known_extensions", "false");
    properties.setProperty("memory_limit", settings.memoryBytes() + "B");
    properties.setProperty("threads", Integer.toString(settings.threads()));
    properties.setProperty("temp_directory", folder.resolve("spill").toString());
    properties.setProperty("max_temp_directory_size", settings.spillBytes() + "B");
    properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    try {
      DuckDBConnection connection =
          (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", properties);
      DuckDbSession session = new DuckDbSession(connection);
      session.run("SET TimeZone = 'UTC'");
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
    stream = ArrowArrayStream.allocateNew(rowsAllocator);
    Data.exportArrayStream(rowsAllocator, exported, stream);
    connection.registerArrowStream(STREAM, stream);
    createView(name, "SELECT * FROM " + STREAM);
  }

  void createView(String name, String query) {
    run("CREATE TEMP VIEW %s AS %s".formatted(quoted(name), query));
  }

  /** Reads the stream into a table, so that it can be read more than once. */
  void materializeInput(String name) {
    run("CREATE TEMP TABLE heddle_rows AS SELECT * FROM " + STREAM);
    run("CREATE OR REPLACE TEMP VIEW %s AS SELECT * FROM heddle_rows".formatted(quoted(name)));
  }

  /**
   * The syntax tree of one query.
   *
   * @throws IngestException (EngineError) when it is not exactly one query
   */
  JsonNode parse(String query) {
    JsonNode tree;
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT json_serialize_sql(?::VARCHAR, skip_null := true, skip_default := true)")) {
      statement.setString(1, query);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        tree = JSON.readTree(result.getString(1));
      }
    } catch (SQLException e) {
      throw failed(e);
    } catch (JsonProcessingException e) {
      throw new IngestException(FailureKind.Internal, "the syntax tree is not JSON", e);
    }
    if (tree.path("error").asBoolean()) {
      throw new IngestException(
          FailureKind.EngineError, "preprocess: " + tree.path("error_message").asText());
    }
    JsonNode statements = tree.path("statements");
    if (statements.size() != 1) {
      throw new IngestException(
          FailureKind.EngineError,
          "preprocess: a step is one query, not %d statements".formatted(statements.size()));
    }
    return statements.get(0).path("node");
  }

  /** How often the query would read the stream. */
  int inputScans(String query) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN (FORMAT json) " + query)) {
      int scans = 0;
      while (result.next()) {
        scans += occurrences(JSON.readTree(result.getString(2)));
      }
      return scans;
    } catch (SQLException e) {
      throw failed(e);
    } catch (JsonProcessingException e) {
      throw new IngestException(FailureKind.Internal, "the query plan is not JSON", e);
    }
  }

  private static int occurrences(JsonNode plan) {
    int count = STREAM_SCAN.equals(plan.path("name").asText().strip()) ? 1 : 0;
    for (JsonNode child : plan.isArray() ? plan : plan.path("children")) {
      count += occurrences(child);
    }
    return count;
  }

  /** Starts the query; its result owns this session. */
  RowReader execute(String query, List<ColumnOrigins.@Nullable Column> origins, int batchRows) {
    if (allocator == null || exported == null) {
      throw new IllegalStateException("no input was registered");
    }
    PreparedStatement statement = null;
    try {
      statement = connection.prepareStatement(query);
      DuckDBResultSet result = (DuckDBResultSet) statement.executeQuery();
      return new QueryResult(
          new QueryResult.Running(this, statement, result, exported),
          result.arrowExportStream(allocator, batchRows),
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

  /** The failure of the rows below, if that is what stopped the engine, or that of the engine. */
  RuntimeException failed(Exception e) {
    if (exported != null && exported.failure() != null) {
      return exported.failure();
    }
    String message = String.valueOf(e.getMessage()).strip();
    return new IngestException(FailureKind.EngineError, "preprocess: " + message, e);
  }

  private void run(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
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
