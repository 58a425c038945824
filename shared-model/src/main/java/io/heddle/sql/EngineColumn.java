package io.heddle.sql;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Map;
import java.util.Set;

/**
 * A column of a query's result as the engine declares it.
 *
 * @param type in the engine's own notation
 */
public record EngineColumn(String name, String type) {
  /** The engine's types whose values have a counterpart, with those that are made of others. */
  private static final Set<String> CARRIED =
      Set.of(
          "BOOLEAN",
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "HUGEINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "FLOAT",
          "DOUBLE",
          "DECIMAL",
          "VARCHAR",
          "JSON",
          "UUID",
          "BLOB",
          "DATE",
          "TIME",
          "TIME_NS",
          "TIMESTAMP",
          "TIMESTAMP_S",
          "TIMESTAMP_MS",
          "TIMESTAMP_NS",
          "TIMESTAMP WITH TIME ZONE");

  /**
   * @throws IngestException (EngineError) when values of its type would change on their way
   */
  public void requireCarried() {
    new Notation().check();
  }

  /** Reads a type: a word with arguments, members in brackets, any number of {@code []} behind. */
  private final class Notation {
    private int at;

    void check() {
      String word = word();
      if (word.equals("STRUCT") && at('(')) {
        do {
          at++;
          skipName();
          check();
        } while (at(','));
        at++;
      } else if (!CARRIED.contains(word)) {
        throw refused(word);
      } else if (at('(')) {
        at = type.indexOf(')', at) + 1;
      }
      while (at('[')) {
        at = type.indexOf(']', at) + 1;
      }
    }

    private String word() {
      int start = at;
      while (at < type.length() && "(),[]".indexOf(type.charAt(at)) < 0) {
        at++;
      }
      return type.substring(start, at).strip();
    }

    private void skipName() {
      while (at(' ')) {
        at++;
      }
      if (at('"')) {
        do {
          at = type.indexOf('"', at + 1) + 1;
        } while (at('"'));
      } else {
        at = type.indexOf(' ', at);
      }
    }

    private boolean at(char c) {
      return at < type.length() && type.charAt(at) == c;
    }

    private IngestException refused(String word) {
      return new IngestException(
          FailureKind.EngineError,
          "column \"%s\": values of the SQL engine's type %s cannot be kept; cast them, for one to VARCHAR"
              .formatted(name, word),
          Map.of("column", name, "value", type));
    }
  }
}
