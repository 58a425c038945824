package io.heddle.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Keeps queries to what they are given: the tables they may name, functions that make rows from
 * their arguments, and functions that compute. The engine's own catalogs, settings and statements
 * stay out of reach. Works on the engine's syntax tree, in which a name stands as it was written.
 */
public final class QueryGuard {
  /** What may stand where a table stands. */
  private static final Set<String> SOURCES =
      Set.of(
          "BASE_TABLE", "SUBQUERY", "JOIN", "EMPTY", "EXPRESSION_LIST", "PIVOT", "TABLE_FUNCTION");

  private static final Set<String> TABLE_FUNCTIONS =
      Set.of(
          "range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree");

  /** Functions that tell of the engine, or do something to it. */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "col_description",
          "current_catalog",
          "current_connection_id",
          "current_database",
          "current_query",
          "current_query_id",
          "current_role",
          "current_schema",
          "current_schemas",
          "current_setting",
          "current_transaction_id",
          "current_user",
          "currval",
          "format_pg_type",
          "format_type",
          "get_block_size",
          "getenv",
          "getvariable",
          "in_search_path",
          "json_serialize_plan",
          "map_to_pg_oid",
          "nextval",
          "obj_description",
          "query",
          "query_table",
          "session_user",
          "setseed",
          "shobj_description",
          "sleep_ms",
          "stats",
          "txid_current",
          "user",
          "version",
          "which_secret",
          "write_log");

  /** Functions whose time grows with the product of their texts, in calls that nobody can stop. */
  private static final Set<String> UNSTOPPABLE =
      Set.of(
          "damerau_levenshtein",
          "editdist3",
          "jaro_similarity",
          "jaro_winkler_similarity",
          "levenshtein");

  private static final Set<String> PREFIXES =
      Set.of("duckdb_", "pragma_", "pg_", "has_", "inet_client_", "inet_server_", "read_");

  /** Functions with such a prefix that only compute. */
  private static final Set<String> HARMLESS = Set.of("pg_typeof", "pg_size_pretty");

  private QueryGuard() {}

  /**
   * @param node a query in the syntax tree
   * @param tables the names of the tables that it may read, in lower case
   * @throws IngestException (EngineError) naming what it must not use
   */
  public static void check(JsonNode node, Set<String> tables) {
    if (node.isArray()) {
      node.forEach(each -> check(each, tables));
      return;
    }
    if (!node.isObject()) {
      return;
    }
    Set<String> visible = node.has("cte_map") ? checkNamed(node, tables) : tables;
    checkFunction(node);
    switch (node.path("type").asText()) {
      case "SELECT_NODE" -> checkSource(node.path("from_table"));
      case "BASE_TABLE" -> checkTable(node, visible);
      case "TABLE_FUNCTION" -> checkTableFunction(node.path("function"));
      case "JOIN" -> {
        checkSource(node.path("left"));
        checkSource(node.path("right"));
      }
      case "PIVOT" -> checkSource(node.path("source"));
      default -> {
        // Whatever it is, it is made of what is looked at below.
      }
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!member.getKey().equals("cte_map")) {
        check(member.getValue(), visible);
      }
    }
  }

  /**
   * Looks at the queries that {@code WITH} names. Each sees those before it; only a recursive one
   * sees itself, any other would find a table of the engine by that name.
   *
   * @return the tables that the query behind them sees
   */
  private static Set<String> checkNamed(JsonNode node, Set<String> tables) {
    Set<String> visible = new HashSet<>(tables);
    for (JsonNode entry : node.path("cte_map").path("map")) {
      String name = lower(entry.path("key").asText());
      JsonNode query = entry.path("value").path("query").path("node");
      Set<String> inside = new HashSet<>(visible);
      if (query.path("type").asText().equals("RECURSIVE_CTE_NODE")) {
        inside.add(name);
      }
      check(entry.path("value"), inside);
      visible.add(name);
    }
    return visible;
  }

  private static void checkSource(JsonNode source) {
    String type = source.path("type").asText();
    if (!SOURCES.contains(type)) {
      throw refused(type.equals("SHOW_REF") ? "DESCRIBE, SHOW or SUMMARIZE" : type);
    }
  }

  private static void checkTable(JsonNode table, Set<String> visible) {
    String schema = table.path("schema_name").asText("") + table.path("catalog_name").asText("");
    String name = table.path("table_name").asText();
    if (!schema.isEmpty() || !visible.contains(lower(name))) {
      throw new IngestException(
          FailureKind.EngineError,
          "preprocess: there is no table \"%s\"; a query sees \"input\" and the steps before it"
              .formatted(name),
          Map.of("value", name));
    }
  }

  private static void checkTableFunction(JsonNode function) {
    String name = function.path("function_name").asText();
    if (!TABLE_FUNCTIONS.contains(lower(name))) {
      throw refused("the table function \"%s\"".formatted(name));
    }
  }

  private static void checkFunction(JsonNode node) {
    String name = lower(node.path("function_name").asText(""));
    if (FUNCTIONS.contains(name)
        || (PREFIXES.stream().anyMatch(name::startsWith) && !HARMLESS.contains(name))) {
      throw refused("the function \"%s\"".formatted(name));
    }
    if (UNSTOPPABLE.contains(name)) {
      throw new IngestException(
          FailureKind.EngineError,
          "preprocess: the function \"%s\" is not available: on long texts it takes hours and cannot be stopped; compare texts where the dataset is read"
              .formatted(name),
          Map.of("value", name));
    }
  }

  private static IngestException refused(String what) {
    return new IngestException(
        FailureKind.EngineError,
        "preprocess: a query must not use %s; it sees \"input\" and the steps before it, not the engine"
            .formatted(what));
  }

  /** Names as the engine compares them. */
  static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
