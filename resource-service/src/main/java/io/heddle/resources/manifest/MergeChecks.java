package io.heddle.resources.manifest;

import io.heddle.odf.MergeStrategy;
import io.heddle.odf.Vocabulary;
import io.heddle.resource.SourceSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold in a merge strategy, and between it and the columns that come to it. */
final class MergeChecks {
  private static final String POINTER = "/spec/merge";

  private final Remarks remarks;
  private final MergeStrategy merge;
  private final Vocabulary vocabulary;
  private final boolean vocabularyIsSaid;
  private final String origin;

  MergeChecks(SourceSpec source, Remarks remarks) {
    this.remarks = remarks;
    this.merge = source.effectiveMerge();
    this.vocabulary = Vocabulary.of(source.vocab());
    this.vocabularyIsSaid = source.vocab() != null;
    this.origin = source.preprocess() == null ? "/spec/read" : "/spec/preprocess";
  }

  /**
   * @param columns what comes to the merge, null: not known before the run
   */
  void check(@Nullable List<MergedColumn> columns) {
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

  private void checkKey(List<String> key, @Nullable List<MergedColumn> columns) {
    checkNames(key, "primaryKey", columns);
  }

  private void checkNames(List<String> names, String member, @Nullable List<MergedColumn> columns) {
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
      } else if (columns != null && named(name, columns).isEmpty()) {
        remarks.refuse(
            pointer + "/" + i,
            "there is no column '%s'; columns are %s"
                .formatted(
                    name, String.join(", ", columns.stream().map(MergedColumn::name).toList())));
      }
    }
  }

  private void checkColumns(List<MergedColumn> columns) {
    Set<String> reserved = new HashSet<>(systemColumns());
    if (bringsOperations()) {
      reserved.remove(vocabulary.operationTypeColumn());
    }
    for (MergedColumn column : columns) {
      if (reserved.contains(column.name())) {
        refuseOrWarn(origin, systemColumn(column.name()));
      }
    }
    named(vocabulary.eventTimeColumn(), columns)
        .filter(column -> !column.time())
        .ifPresent(
            column ->
                refuseOrWarn(
                    origin,
                    "column '%s' is the event time and has to be a Date or a Timestamp"
                        .formatted(column.name())));
    if (merge instanceof MergeStrategy.ChangelogStream
        && named(vocabulary.operationTypeColumn(), columns).isEmpty()) {
      String message =
          "a changelog has a column '%s' that says what became of the row"
              .formatted(vocabulary.operationTypeColumn());
      refuseOrWarn(POINTER, message);
    }
  }

  private static Optional<MergedColumn> named(String name, List<MergedColumn> columns) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
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
