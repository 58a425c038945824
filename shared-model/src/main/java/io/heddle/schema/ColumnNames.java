package io.heddle.schema;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** What holds for the names of a schema's columns and members before rows can be stored. */
final class ColumnNames {
  /** Deeper types do not fit into a block, which holds 64 tables inside each other. */
  private static final int MAX_LEVELS = 20;

  private ColumnNames() {}

  /**
   * @throws IngestException (UnsupportedSchema) when names are not told apart, are no text, or lie
   *     too deep
   */
  static void require(Schema schema) {
    require("the schema", schema.getFields());
    for (Field column : schema.getFields()) {
      requireWithin(column, column, 1);
    }
  }

  private static void requireWithin(Field column, Field part, int level) {
    if (level > MAX_LEVELS) {
      throw refused(
          column,
          "column \"%s\": its type has more than %d levels inside each other"
              .formatted(column.getName(), MAX_LEVELS));
    }
    if (part.getType() instanceof ArrowType.Struct) {
      require("column \"%s\"".formatted(column.getName()), part.getChildren());
    }
    for (Field inner : part.getChildren()) {
      requireWithin(column, inner, level + 1);
    }
  }

  private static void require(String where, List<Field> fields) {
    Set<String> seen = new HashSet<>();
    for (Field field : fields) {
      if (!seen.add(field.getName())) {
        throw refused(
            field, "%s has two fields of the name \"%s\"".formatted(where, field.getName()));
      }
      if (!isText(field.getName())) {
        throw refused(
            field, "%s has a field whose name holds half of a surrogate pair".formatted(where));
      }
    }
  }

  private static boolean isText(String name) {
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static IngestException refused(Field field, String message) {
    return new IngestException(
        FailureKind.UnsupportedSchema, message, Map.of("column", field.getName()));
  }
}
