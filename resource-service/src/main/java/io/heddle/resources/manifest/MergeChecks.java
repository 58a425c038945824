package io.heddle.resources.manifest;

import io.heddle.chain.Vocabulary;
import io.heddle.resource.SourceSpec;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.source.MergeStrategy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold in a merge strategy, and between it and the columns that come to it. */
final class MergeChecks {
  private static final String POINTER = "/spec/merge";

  private final Remarks remarks;
  private final MergeStrategy merge;
  private final Vocabulary vocabulary;
  private final boolean vocabularyIsSaid;

  MergeChecks(SourceSpec source, Remarks remarks) {
    this.remarks = remarks;
    this.merge = source.effectiveMerge();
    this.vocabulary = Vocabulary.of(source.vocab());
    this.vocabularyIsSaid = source.vocab() != null;
  }

  /**
   * @param columns what comes to the merge, null: not known before the run
   */
  void check(@Nullable DataSchema columns) {
    switch (merge) {
      case MergeStrategy.Append append -> {}
      case MergeStrategy.Ledger(var key) -> checkKey(key, columns);
      case MergeStrategy.ChangelogStream(var key) -> checkKey(key, columns);
      case MergeStrategy.UpsertStream(var key) -> checkKey(key, columns);
      case MergeStrategy.Snapshot(var key, var compared) -> {
        checkKey(key, columns);
        if (compared != null) {
          checkNames(compared, "compareColumns", columns);
        }
      }
    }
    if (columns != null) {
      checkColumns(columns);
    }
  }

  private void checkKey(List<String> key, @Nullable DataSchema columns) {
    checkNames(key, "primaryKey", columns);
  }

  private void checkNames(List<String> names, String member, @Nullable DataSchema columns) {
    String pointer = POINTER + "/" + member;
    if (names.isEmpty()) {
      remarks.refuse(pointer, "at least one column");
    } else if (new HashSet<>(names).size() < names.size()) {
      remarks.refuse(pointer, "a column occurs twice");
    }
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (systemColumns().contains(name)) {
        remarks.refuse(pointer + "/" + i, systemColumn(name));
      } else if (columns != null && columns.field(name).isEmpty()) {
        remarks.refuse(
            pointer + "/" + i,
            "there is no column '%s'; columns are %s"
                .formatted(
                    name,
                    String.join(", ", columns.fields().stream().map(DataField::name).toList())));
      }
    }
  }

  private void checkColumns(DataSchema columns) {
    Set<String> reserved = new HashSet<>(systemColumns());
    if (bringsOperations()) {
      reserved.remove(vocabulary.operationTypeColumn());
    }
    for (DataField field : columns.fields()) {
      if (reserved.contains(field.name())) {
        refuseOrWarn("/spec/read", systemColumn(field.name()));
      }
    }
    columns
        .field(vocabulary.eventTimeColumn())
        .filter(field -> !isTime(field.type()))
        .ifPresent(
            field ->
                refuseOrWarn(
                    "/spec/read",
                    "column '%s' is the event time and has to be a Date or a Timestamp"
                        .formatted(field.name())));
    if (merge instanceof MergeStrategy.ChangelogStream
        && columns.field(vocabulary.operationTypeColumn()).isEmpty()) {
      String message =
          "a changelog has a column '%s' that says what became of the row"
              .formatted(vocabulary.operationTypeColumn());
      refuseOrWarn(POINTER, message);
    }
  }

  private static boolean isTime(DataType type) {
    return switch (type) {
      case DataType.Option(DataType inner) -> isTime(inner);
      case DataType.Date date -> true;
      case DataType.Timestamp timestamp -> true;
      default -> false;
    };
  }

  private boolean bringsOperations() {
    return merge instanceof MergeStrategy.ChangelogStream
        || merge instanceof MergeStrategy.UpsertStream;
  }

  /** Never part of the rows that are merged. */
  private Set<String> systemColumns() {
    return new HashSet<>(
        List.of(
            vocabulary.offsetColumn(),
            vocabulary.operationTypeColumn(),
            vocabulary.systemTimeColumn()));
  }

  private static String systemColumn(String name) {
    return "'%s' is the name of a system column; rename the column in the query, or the system column in 'vocab'"
        .formatted(name);
  }

  /** A source without a vocabulary goes by that of the dataset, which is not known here. */
  private void refuseOrWarn(String pointer, String message) {
    if (vocabularyIsSaid) {
      remarks.refuse(pointer, message);
    } else {
      remarks.warn(
          "system-column", pointer, message + "; unless the dataset has another name for it");
    }
  }
}
