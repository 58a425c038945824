package io.heddle.sql;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Tells what the engine makes of a query, without running it. */
public final class QueryAnalyzer {
  private static final int MAX_NESTING = 5000;
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build())
              .build());

  private static final String ONE_SELECT = "preprocess: a step is exactly one SELECT, not this: ";
  private static final int EXCERPT_CHARACTERS = 60;

  private final Connection engine;

  /**
   * @param engine of DuckDB; stays the caller's to close
   */
  public QueryAnalyzer(Connection engine) {
    this.engine = engine;
  }

  /**
   * The engine's syntax tree of one query, with its names as they were written.
   *
   * @throws IngestException (EngineError) when it is not exactly one query, saying where
   * @throws SQLException when the engine itself fails
   */
  public JsonNode parse(String query) throws SQLException {
    JsonNode tree;
    try (PreparedStatement statement =
        engine.prepareStatement(
            "SELECT json_serialize_sql(?::VARCHAR, skip_null := true, skip_default := true)")) {
      statement.setString(1, query);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        tree = JSON.readTree(result.getString(1));
      }
    } catch (JsonProcessingException e) {
      throw new IngestException(
          FailureKind.EngineError, "preprocess: the query is nested too deeply", e);
    }
    if (tree.path("error").asBoolean()) {
      boolean syntax = tree.path("error_type").asText().equals("parser");
      throw new IngestException(
          FailureKind.EngineError,
          syntax
              ? "preprocess: %s, at character %d of \"%s\""
                  .formatted(
                      tree.path("error_message").asText(),
                      tree.path("position").asInt() + 1,
                      excerpt(query))
              : ONE_SELECT + excerpt(query));
    }
    JsonNode statements = tree.path("statements");
    if (statements.size() != 1) {
      throw new IngestException(
          FailureKind.EngineError,
          "preprocess: a step is exactly one SELECT, not %d statements"
              .formatted(statements.size()));
    }
    return statements.get(0).path("node");
  }

  /**
   * The columns of a query's result.
   *
   * @throws SQLException when the query does not fit the engine's tables and functions
   */
  public List<EngineColumn> bind(String query) throws SQLException {
    try (PreparedStatement statement = engine.prepareStatement(query)) {
      ResultSetMetaData columns = statement.getMetaData();
      List<EngineColumn> found = new ArrayList<>();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        found.add(new EngineColumn(columns.getColumnName(i), columns.getColumnTypeName(i)));
      }
      return found;
    }
  }

  private static String excerpt(String query) {
    String line = query.strip().replaceAll("\\s+", " ");
    return line.length() <= EXCERPT_CHARACTERS ? line : line.substring(0, EXCERPT_CHARACTERS) + "…";
  }
}
