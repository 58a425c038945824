package io.heddle.encoding;

import static io.heddle.encoding.BasicTypes.TEXTS;

import io.heddle.encoding.UnionType.Member;
import io.heddle.odf.MergeStrategy;
import java.util.List;
import java.util.function.Function;

/** MergeStrategy. */
final class MergeTypes {
  static final TableType<MergeStrategy.Snapshot> SNAPSHOT =
      TableType.of(
          "MergeStrategySnapshot",
          MergeStrategy.Snapshot.class,
          table -> {
            var key = table.required(0, "primaryKey", TEXTS, MergeStrategy.Snapshot::primaryKey);
            var compare =
                table.optional(1, "compareColumns", TEXTS, MergeStrategy.Snapshot::compareColumns);
            return values -> new MergeStrategy.Snapshot(values.get(key), values.get(compare));
          });

  static final UnionType<MergeStrategy> MERGE_STRATEGY =
      new UnionType<>(
          "MergeStrategy",
          false,
          () ->
              List.of(
                  new Member<>(
                      1,
                      "Append",
                      TableType.empty(
                          "MergeStrategyAppend",
                          MergeStrategy.Append.class,
                          new MergeStrategy.Append())),
                  keyed(
                      2,
                      "Ledger",
                      MergeStrategy.Ledger.class,
                      MergeStrategy.Ledger::primaryKey,
                      MergeStrategy.Ledger::new),
                  new Member<>(3, "Snapshot", SNAPSHOT),
                  keyed(
                      4,
                      "ChangelogStream",
                      MergeStrategy.ChangelogStream.class,
                      MergeStrategy.ChangelogStream::primaryKey,
                      MergeStrategy.ChangelogStream::new),
                  keyed(
                      5,
                      "UpsertStream",
                      MergeStrategy.UpsertStream.class,
                      MergeStrategy.UpsertStream::primaryKey,
                      MergeStrategy.UpsertStream::new)));

  private MergeTypes() {}

  private static <M extends MergeStrategy> Member<M> keyed(
      int tag,
      String kind,
      Class<M> javaType,
      Field.Getter<M, List<String>> primaryKey,
      Function<List<String>, M> constructor) {
    return new Member<>(
        tag,
        kind,
        TableType.of(
            "MergeStrategy" + kind,
            javaType,
            table -> {
              var key = table.required(0, "primaryKey", TEXTS, primaryKey);
              return values -> constructor.apply(values.get(key));
            }));
  }
}
