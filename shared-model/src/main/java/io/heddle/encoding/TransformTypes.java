package io.heddle.encoding;

import static io.heddle.encoding.BasicTypes.TEXT;
import static io.heddle.encoding.BasicTypes.TEXTS;

import io.heddle.encoding.UnionType.Member;
import io.heddle.odf.Transform;
import java.util.List;

/** Transform and what it contains. */
final class TransformTypes {
  static final TableType<Transform.SqlQueryStep> SQL_QUERY_STEP =
      TableType.of(
          "SqlQueryStep",
          Transform.SqlQueryStep.class,
          table -> {
            var alias = table.optional(0, "alias", TEXT, Transform.SqlQueryStep::alias);
            var query = table.required(1, "query", TEXT, Transform.SqlQueryStep::query);
            return values -> new Transform.SqlQueryStep(values.get(alias), values.get(query));
          });

  static final TableType<Transform.TemporalTable> TEMPORAL_TABLE =
      TableType.of(
          "TemporalTable",
          Transform.TemporalTable.class,
          table -> {
            var name = table.required(0, "name", TEXT, Transform.TemporalTable::name);
            var key = table.required(1, "primaryKey", TEXTS, Transform.TemporalTable::primaryKey);
            return values -> new Transform.TemporalTable(values.get(name), values.get(key));
          });

  static final TableType<Transform.Sql> SQL =
      TableType.of(
          "TransformSql",
          Transform.Sql.class,
          table -> {
            var engine = table.required(0, "engine", TEXT, Transform.Sql::engine);
            var version = table.optional(1, "version", TEXT, Transform.Sql::version);
            var query = table.optional(2, "query", TEXT, Transform.Sql::query);
            var queries =
                table.optional(
                    3, "queries", new ListType<>(SQL_QUERY_STEP), Transform.Sql::queries);
            var temporalTables =
                table.optional(
                    4,
                    "temporalTables",
                    new ListType<>(TEMPORAL_TABLE),
                    Transform.Sql::temporalTables);
            return values ->
                new Transform.Sql(
                    values.get(engine),
                    values.get(version),
                    values.get(query),
                    values.get(queries),
                    values.get(temporalTables));
          });

  static final UnionType<Transform> TRANSFORM =
      new UnionType<>("Transform", false, () -> List.of(new Member<>(1, "Sql", SQL)));

  private TransformTypes() {}
}
