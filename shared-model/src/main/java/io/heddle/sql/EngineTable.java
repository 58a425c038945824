package io.heddle.sql;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** How the engine sees rows of a schema. */
public final class EngineTable {
  private static final int MAX_PRECISION = 38;

  private EngineTable() {}

  /**
   * Refuses names that are one for the engine.
   *
   * @throws IngestException (EngineError) naming two columns
   */
  public static void requireDistinctNames(DataSchema schema) {
    Map<String, String> seen = new HashMap<>();
    for (DataField field : schema.fields()) {
      String other = seen.putIfAbsent(QueryGuard.lower(field.name()), field.name());
      if (other != null) {
        throw new IngestException(
            FailureKind.EngineError,
            "columns \"%s\" and \"%s\" differ only by letter case, which SQL does not tell apart;"
                    .formatted(other, field.name())
                + " rename one of them in the read schema",
            Map.of("columns", List.of(other, field.name())));
      }
    }
  }

  /**
   * The columns of a table for the schema's rows, as {@code CREATE TABLE} takes them.
   *
   * @return empty when a type is among them that the engine takes only with rows
   */
  public static Optional<String> columns(DataSchema schema) {
    return columns(ArrowSchemas.toArrow(schema).getFields());
  }

  private static Optional<String> columns(List<Field> fields) {
    List<String> columns = new ArrayList<>();
    for (Field field : fields) {
      Optional<String> type = type(field);
      if (type.isEmpty()) {
        return Optional.empty();
      }
      columns.add(quoted(field.getName()) + " " + type.get());
    }
    return Optional.of(String.join(", ", columns));
  }

  /** A name as it stands in a statement. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static Optional<String> type(Field field) {
    return switch (field.getType()) {
      case ArrowType.Bool bool -> Optional.of("BOOLEAN");
      case ArrowType.Int integer -> Optional.of(integer(integer));
      case ArrowType.FloatingPoint number ->
          switch (number.getPrecision()) {
            case HALF -> Optional.empty();
            case SINGLE -> Optional.of("FLOAT");
            case DOUBLE -> Optional.of("DOUBLE");
          };
      case ArrowType.Decimal decimal when decimal.getPrecision() <= MAX_PRECISION ->
          Optional.of("DECIMAL(%d, %d)".formatted(decimal.getPrecision(), decimal.getScale()));
      case ArrowType.Utf8 text -> Optional.of("VARCHAR");
      case ArrowType.Binary binary -> Optional.of("BLOB");
      case ArrowType.FixedSizeBinary binary -> Optional.of("BLOB");
      case ArrowType.Date date -> Optional.of("DATE");
      case ArrowType.Time time ->
          Optional.of(
              switch (time.getUnit()) {
                case SECOND, MILLISECOND, MICROSECOND -> "TIME";
                case NANOSECOND -> "TIME_NS";
              });
      case ArrowType.Timestamp time when time.getTimezone() != null ->
          Optional.of("TIMESTAMP WITH TIME ZONE");
      case ArrowType.Timestamp time ->
          Optional.of(
              switch (time.getUnit()) {
                case SECOND -> "TIMESTAMP_S";
                case MILLISECOND -> "TIMESTAMP_MS";
                case MICROSECOND -> "TIMESTAMP";
                case NANOSECOND -> "TIMESTAMP_NS";
              });
      case ArrowType.List list -> type(field.getChildren().getFirst()).map(item -> item + "[]");
      case ArrowType.Struct struct ->
          columns(field.getChildren()).map(members -> "STRUCT(" + members + ")");
      default -> Optional.empty();
    };
  }

  private static String integer(ArrowType.Int type) {
    String name =
        switch (type.getBitWidth()) {
          case 8 -> "TINYINT";
          case 16 -> "SMALLINT";
          case 32 -> "INTEGER";
          default -> "BIGINT";
        };
    return type.getIsSigned() ? name : "U" + name;
  }
}
