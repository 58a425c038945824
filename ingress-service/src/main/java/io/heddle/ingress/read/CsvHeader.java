package io.heddle.ingress.read;

import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the header of a CSV file is good for. */
final class CsvHeader {
  private CsvHeader() {}

  /**
   * The names of a table without a declared schema.
   *
   * @throws io.heddle.problem.IngestException (BadInput) when one is there twice, or empty: a name
   *     is never made up
   */
  static List<String> names(CsvRecord header, ReadFailures failures) {
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int cell = 0; cell < header.size(); cell++) {
      String name = header.text(cell);
      if (name.isEmpty()) {
        throw failures.badInput(
            "cell %d of the header is empty; name the column, or declare a schema"
                .formatted(cell + 1),
            Map.of("line", header.line()));
      }
      if (!seen.add(name)) {
        throw failures.badInput(
            "the header names the column \"%s\" twice; rename one, or declare a schema"
                .formatted(name),
            Map.of("line", header.line(), "columns", List.of(name)));
      }
      names.add(name);
    }
    return names;
  }

  /**
   * Columns go by position; this catches the files for which that is surely wrong.
   *
   * @throws io.heddle.problem.IngestException (BadInput) when the number of cells differs, or the
   *     names are the schema's in another order
   */
  static void check(CsvRecord header, DataSchema schema, ReadFailures failures) {
    List<DataField> fields = schema.fields();
    if (header.size() != fields.size()) {
      throw failures.badInput(
          "the header has %d cells, the schema %d columns".formatted(header.size(), fields.size()),
          Map.of("line", header.line()));
    }
    List<String> found = new ArrayList<>();
    List<String> declared = new ArrayList<>();
    List<String> moved = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      found.add(normal(header.text(i)));
      declared.add(normal(fields.get(i).name()));
      if (!found.get(i).equals(declared.get(i))) {
        moved.add(fields.get(i).name());
      }
    }
    found.sort(null);
    declared.sort(null);
    if (!moved.isEmpty() && found.equals(declared)) {
      throw failures.badInput(
          "the header has the columns of the schema in another order, and columns go by position: "
              + String.join(", ", moved)
              + " moved; put the schema in the order of the file",
          Map.of("line", header.line(), "columns", moved));
    }
  }

  private static String normal(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }
}
