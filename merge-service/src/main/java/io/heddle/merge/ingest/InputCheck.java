package io.heddle.merge.ingest;

import io.heddle.odf.MergeStrategy;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether the columns of the input are acceptable at all, and those that the strategy needs are
 * there.
 */
final class InputCheck {
  private InputCheck() {}

  /**
   * @throws IngestException (BadInputSchema, MergeError) naming the column
   */
  static void check(DataSchema input, MergeStrategy merge, Vocabulary vocabulary) {
    Set<String> names = new HashSet<>();
    for (DataField field : input.fields()) {
      if (!names.add(field.name())) {
        throw badInput(field.name(), "comes twice");
      }
    }
    refuseSystemColumn(names, vocabulary.offsetColumn());
    refuseSystemColumn(names, vocabulary.systemTimeColumn());
    if (!takesOperations(merge)) {
      refuseSystemColumn(names, vocabulary.operationTypeColumn());
    }
    input
        .field(vocabulary.eventTimeColumn())
        .ifPresent(field -> checkEventTime(field.name(), field.type()));
    checkOperations(input, merge, vocabulary.operationTypeColumn());
    for (String column : primaryKey(merge)) {
      if (column.equals(vocabulary.operationTypeColumn())) {
        throw mergeError(
            column,
            "the primary key names the system column \"%s\", which says what happens to a row and"
                + " not which row it is; name columns of the data");
      }
      requireColumn(names, column, "the primary key names it");
    }
    if (merge instanceof MergeStrategy.Snapshot(List<String> key, List<String> compared)
        && compared != null) {
      for (String column : compared) {
        requireColumn(names, column, "compareColumns names it");
      }
    }
  }

  static boolean takesOperations(MergeStrategy merge) {
    return merge instanceof MergeStrategy.ChangelogStream
        || merge instanceof MergeStrategy.UpsertStream;
  }

  static List<String> primaryKey(MergeStrategy merge) {
    return switch (merge) {
      case MergeStrategy.Append ignored -> List.of();
      case MergeStrategy.Ledger(List<String> key) -> key;
      case MergeStrategy.Snapshot snapshot -> snapshot.primaryKey();
      case MergeStrategy.ChangelogStream(List<String> key) -> key;
      case MergeStrategy.UpsertStream(List<String> key) -> key;
    };
  }

  private static void refuseSystemColumn(Set<String> names, String column) {
    if (names.contains(column)) {
      throw badInput(
          column,
          "is the name of a system column; rename it in the source's query, or the system column in"
              + " the dataset's vocabulary");
    }
  }

  private static void checkEventTime(String column, DataType type) {
    DataType inner = ColumnTypes.required(type);
    if (!(inner instanceof DataType.Date) && !(inner instanceof DataType.Timestamp)) {
      throw badInput(column, "is the event time and must be a Date or a Timestamp");
    }
  }

  private static void checkOperations(DataSchema input, MergeStrategy merge, String column) {
    if (!takesOperations(merge)) {
      return;
    }
    DataField field = input.field(column).orElse(null);
    if (field == null) {
      if (merge instanceof MergeStrategy.ChangelogStream) {
        throw mergeError(column, "the input has no column \"%s\", which a changelog needs");
      }
      return;
    }
    switch (ColumnTypes.required(field.type())) {
      case DataType.Int8 ignored -> {}
      case DataType.Int16 ignored -> {}
      case DataType.Int32 ignored -> {}
      case DataType.Int64 ignored -> {}
      case DataType.UInt8 ignored -> {}
      case DataType.UInt16 ignored -> {}
      case DataType.UInt32 ignored -> {}
      case DataType.UInt64 ignored -> {}
      default ->
          throw mergeError(column, "the operation column \"%s\" must hold whole numbers (0 to 3)");
    }
  }

  private static void requireColumn(Set<String> names, String column, String why) {
    if (!names.contains(column)) {
      throw mergeError(column, "the input has no column \"%s\", but " + why);
    }
  }

  private static IngestException mergeError(String column, String message) {
    return new IngestException(
        FailureKind.MergeError, message.formatted(column), Map.of("column", column));
  }

  private static IngestException badInput(String column, String what) {
    return new IngestException(
        FailureKind.BadInputSchema,
        "column \"%s\" %s".formatted(column, what),
        Map.of("column", column));
  }
}
