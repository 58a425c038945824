package io.heddle.ingress.preprocess;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of a query's result are columns of its input, taken over as they are. Works on the
 * engine's own syntax tree, and only on what is certain: a query over one table, with references,
 * stars and casts. Of joins, unions and grouping sets it says nothing.
 */
final class ColumnOrigins {
  /**
   * A column of a result.
   *
   * @param type the exact type if values are taken over as they are, else null
   * @param required whether no value is null
   */
  record Column(String name, @Nullable DataType type, boolean required) {
    static Column unchanged(DataField field) {
      return new Column(field.name(), field.type(), !field.isOptional());
    }

    static Column computed(String name) {
      return new Column(name, null, false);
    }

    Column named(String newName) {
      return new Column(newName, type, required);
    }
  }

  private final Map<String, List<Column>> tables;

  private ColumnOrigins(Map<String, List<Column>> tables) {
    this.tables = tables;
  }

  /**
   * The columns of the result of one query, in order; empty when nothing can be said.
   *
   * @param node the query's node in the syntax tree
   * @param tables the known tables by their names in lower case
   */
  static Optional<List<Column>> of(JsonNode node, Map<String, List<Column>> tables) {
    if (!"SELECT_NODE".equals(node.path("type").asText())
        || node.path("group_sets").size() > 1
        || !"STANDARD_HANDLING".equals(node.path("aggregate_handling").asText())) {
      return Optional.empty();
    }
    Map<String, List<Column>> visible = new HashMap<>(tables);
    for (JsonNode entry : node.path("cte_map").path("map")) {
      String name = entry.path("key").asText().toLowerCase(Locale.ROOT);
      Optional<List<Column>> columns = of(entry.path("value").path("query").path("node"), visible);
      columns.ifPresentOrElse(found -> visible.put(name, found), () -> visible.remove(name));
    }
    return new ColumnOrigins(visible).select(node);
  }

  private Optional<List<Column>> select(JsonNode node) {
    JsonNode from = node.path("from_table");
    Optional<List<Column>> source =
        switch (from.path("type").asText()) {
          case "BASE_TABLE" ->
              Optional.ofNullable(
                  tables.get(from.path("table_name").asText().toLowerCase(Locale.ROOT)));
          case "SUBQUERY" -> of(from.path("subquery").path("node"), tables);
          default -> Optional.empty();
        };
    if (source.isEmpty() || !from.path("column_name_alias").isEmpty()) {
      return Optional.empty();
    }
    String qualifier =
        from.path("alias").asText("").isEmpty()
            ? from.path("table_name").asText("")
            : from.path("alias").asText();
    List<Column> columns = new ArrayList<>();
    for (JsonNode item : node.path("select_list")) {
      if ("STAR".equals(item.path("class").asText())) {
        if (item.path("columns").asBoolean() || !expandStar(item, source.get(), columns)) {
          return Optional.empty();
        }
      } else {
        columns.add(column(item, source.get(), qualifier));
      }
    }
    return Optional.of(columns);
  }

  /** Whether the star is one that can be understood. */
  private static boolean expandStar(JsonNode star, List<Column> source, List<Column> columns) {
    if (!star.path("rename_list").isEmpty() || !star.path("qualified_exclude_list").isEmpty()) {
      return false;
    }
    Set<String> excluded = new HashSet<>();
    star.path("exclude_list").forEach(name -> excluded.add(lower(name.asText())));
    Set<String> replaced = new HashSet<>();
    star.path("replace_list").forEach(entry -> replaced.add(lower(entry.path("key").asText())));
    for (Column column : source) {
      if (replaced.contains(lower(column.name()))) {
        columns.add(Column.computed(column.name()));
      } else if (!excluded.contains(lower(column.name()))) {
        columns.add(column);
      }
    }
    return true;
  }

  private static Column column(JsonNode item, List<Column> source, String qualifier) {
    String alias = item.path("alias").asText("");
    if ("COLUMN_REF".equals(item.path("class").asText())) {
      return reference(item, source, qualifier)
          .map(column -> alias.isEmpty() ? column : column.named(alias))
          .orElse(Column.computed(alias));
    }
    // A cast gives another type, but a value for each value; TRY_CAST gives null at will.
    if ("OPERATOR_CAST".equals(item.path("type").asText()) && !item.path("try_cast").asBoolean()) {
      Optional<Column> origin = reference(item.path("child"), source, qualifier);
      return origin
          .map(
              column ->
                  new Column(alias.isEmpty() ? column.name() : alias, null, column.required()))
          .orElse(Column.computed(alias));
    }
    return Column.computed(alias);
  }

  private static Optional<Column> reference(JsonNode node, List<Column> source, String qualifier) {
    JsonNode names = node.path("column_names");
    boolean plain = names.size() == 1;
    boolean qualified = names.size() == 2 && lower(names.get(0).asText()).equals(lower(qualifier));
    if (!"COLUMN_REF".equals(node.path("class").asText()) || (!plain && !qualified)) {
      return Optional.empty();
    }
    String name = lower(names.get(names.size() - 1).asText());
    return source.stream().filter(column -> lower(column.name()).equals(name)).findFirst();
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
