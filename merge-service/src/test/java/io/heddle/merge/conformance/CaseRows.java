package io.heddle.merge.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.schema.DataSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of cases, and the ways to cut them into batches. */
final class CaseRows {
  private CaseRows() {}

  static List<List<@Nullable Object>> rows(JsonNode rows, DataSchema schema) {
    List<List<@Nullable Object>> parsed = new ArrayList<>();
    for (JsonNode row : rows) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 0; i < schema.fields().size(); i++) {
        values.add(CaseValues.parse(row.get(i), schema.fields().get(i).type()));
      }
      parsed.add(values);
    }
    return parsed;
  }

  /** The batches as the case has them: one, or several. */
  static List<List<List<@Nullable Object>>> batches(JsonNode input, DataSchema schema) {
    if (input.has("rows")) {
      return List.of(rows(input.get("rows"), schema));
    }
    List<List<List<@Nullable Object>>> batches = new ArrayList<>();
    input.get("batches").forEach(batch -> batches.add(rows(batch, schema)));
    return batches;
  }

  /** How the rows of one ingestion may come. */
  enum Cut {
    AS_GIVEN,
    SINGLE_ROWS,
    JOINED;

    List<List<List<@Nullable Object>>> apply(List<List<List<@Nullable Object>>> batches) {
      List<List<@Nullable Object>> all = new ArrayList<>();
      batches.forEach(all::addAll);
      return switch (this) {
        case AS_GIVEN -> batches;
        case JOINED -> List.of(all);
        case SINGLE_ROWS -> all.stream().map(List::of).toList();
      };
    }
  }

  /**
   * Compares rows; with {@code perKey} the interleaving of keys is free, a correct-from stands
   * directly before its correct-to.
   */
  static boolean same(
      List<List<@Nullable Object>> expected,
      List<List<@Nullable Object>> actual,
      boolean perKey,
      int operation,
      List<Integer> key) {
    if (!perKey) {
      return expected.equals(actual);
    }
    if (expected.size() != actual.size()) {
      return false;
    }
    for (int i = 0; i < actual.size(); i++) {
      boolean from = Long.valueOf(2).equals(actual.get(i).get(operation));
      boolean to =
          i + 1 < actual.size() && Long.valueOf(3).equals(actual.get(i + 1).get(operation));
      if (from != to || from && !keyOf(actual.get(i), key).equals(keyOf(actual.get(i + 1), key))) {
        return false;
      }
    }
    return byKey(expected, key).equals(byKey(actual, key));
  }

  private static java.util.Map<List<@Nullable Object>, List<List<@Nullable Object>>> byKey(
      List<List<@Nullable Object>> rows, List<Integer> key) {
    java.util.Map<List<@Nullable Object>, List<List<@Nullable Object>>> byKey =
        new java.util.HashMap<>();
    for (List<@Nullable Object> row : rows) {
      byKey.computeIfAbsent(keyOf(row, key), ignored -> new ArrayList<>()).add(row);
    }
    return byKey;
  }

  private static List<@Nullable Object> keyOf(List<@Nullable Object> row, List<Integer> key) {
    List<@Nullable Object> values = new ArrayList<>();
    key.forEach(position -> values.add(row.get(position)));
    return values;
  }
}
