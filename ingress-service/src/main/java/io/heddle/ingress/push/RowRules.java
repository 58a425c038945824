package io.heddle.ingress.push;

import io.heddle.ingress.read.ValueCheck;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.OperationType;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * What a row has to hold for the dataset to take it, as far as the row alone shows it. A message
 * that breaks a rule is thus found before it is offered among a million others; the aggregate stays
 * the judge.
 *
 * @param needed columns without nulls; those that the rows do not have are no matter of a row
 * @param operations the column of operation codes, where the strategy reads one
 */
public record RowRules(Set<String> needed, @Nullable String operations, String eventTime) {
  public RowRules {
    needed = Set.copyOf(needed);
  }

  /** Where nothing is known of the columns, since a query makes them. */
  public static final RowRules NONE = new RowRules(Set.of(), null, "");

  /**
   * @param names what the source calls the system columns
   * @param dataset the schema of the dataset, whose own columns have the same names in the source
   */
  public static RowRules of(
      MergeStrategy merge, Vocabulary names, Vocabulary own, Optional<DataSchema> dataset) {
    Set<String> needed = new HashSet<>(primaryKey(merge));
    Set<String> system = Set.copyOf(own.columns());
    // The other strategies write only some of the rows, and need the columns only of those.
    if (merge instanceof MergeStrategy.Append || merge instanceof MergeStrategy.ChangelogStream) {
      dataset.stream()
          .flatMap(schema -> schema.fields().stream())
          .filter(field -> !field.isOptional() && !system.contains(field.name()))
          .map(DataField::name)
          .forEach(needed::add);
    }
    // Where the input has none, it is that of the message.
    needed.remove(names.eventTimeColumn());
    return new RowRules(
        needed,
        readsOperations(merge) ? names.operationTypeColumn() : null,
        names.eventTimeColumn());
  }

  private static List<String> primaryKey(MergeStrategy merge) {
    return switch (merge) {
      case MergeStrategy.Append ignored -> List.of();
      case MergeStrategy.Ledger(var key) -> key;
      case MergeStrategy.Snapshot snapshot -> snapshot.primaryKey();
      case MergeStrategy.ChangelogStream(var key) -> key;
      case MergeStrategy.UpsertStream(var key) -> key;
    };
  }

  private static boolean readsOperations(MergeStrategy merge) {
    return merge instanceof MergeStrategy.ChangelogStream
        || merge instanceof MergeStrategy.UpsertStream;
  }

  /** The look at the values of rows under a schema. */
  ValueCheck values(DataSchema schema) {
    return ValueCheck.of(schema, eventTime);
  }

  /**
   * @param values made for the schema of the rows
   * @throws IngestException (MergeError, ExecutionError) naming a row of the message, from 1, that
   *     breaks a rule, and the column
   */
  void check(VectorSchemaRoot rows, ValueCheck values) {
    values
        .find(rows, 0, rows.getRowCount())
        .ifPresent(
            misfit -> {
              throw new IngestException(
                  FailureKind.ExecutionError,
                  misfit.describe("row", misfit.row() + 1L),
                  Map.of("column", misfit.column()));
            });
    for (FieldVector vector : rows.getFieldVectors()) {
      String column = vector.getName();
      for (int row = 0; row < rows.getRowCount(); row++) {
        if (vector.isNull(row)) {
          if (needed.contains(column) || column.equals(operations)) {
            throw broken(FailureKind.MergeError, column, row, "must not be null");
          }
        } else if (column.equals(operations)) {
          checkOperation(vector, column, row);
        }
      }
    }
  }

  private static void checkOperation(FieldVector vector, String column, int row) {
    if (vector instanceof BaseIntVector codes
        && OperationType.ofValue(codes.getValueAsLong(row)).isEmpty()) {
      throw broken(
          FailureKind.MergeError,
          column,
          row,
          "%d is not an operation code (0 to 3)".formatted(codes.getValueAsLong(row)));
    }
  }

  private static IngestException broken(FailureKind kind, String column, int row, String what) {
    return new IngestException(
        kind,
        "column \"%s\", row %d of the record: %s".formatted(column, row + 1, what),
        Map.of("column", column));
  }
}
