package io.heddle.ingress.preprocess;

import io.heddle.ingress.preprocess.ColumnShape.Conversion;
import io.heddle.ingress.read.RowReader;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The last shaping before rows are offered: system columns go by the dataset's names instead of the
 * source's, timestamps are in UTC, and the event time has milliseconds, as the data model fixes it.
 *
 * @param source the names that the source's data uses
 * @param dataset the names that the dataset uses
 */
public record DatasetNames(Vocabulary source, Vocabulary dataset) {
  /** A source without a vocabulary of its own goes by the dataset's. */
  public static DatasetNames of(@Nullable Vocabulary source, Vocabulary dataset) {
    return new DatasetNames(source == null ? dataset : source, dataset);
  }

  public ShapedRows open(RowReader input, BufferAllocator allocator) {
    Map<String, String> renamed = renamed();
    Set<String> names = new HashSet<>();
    List<ColumnShape> shapes =
        input.schema().fields().stream()
            .map(field -> shape(field, renamed.getOrDefault(field.name(), field.name())))
            .toList();
    for (ColumnShape shape : shapes) {
      String name = shape.field().name();
      if (!names.add(name)) {
        throw new IngestException(
            FailureKind.BadInputSchema,
            "two columns would be called \"%s\", once the vocabulary of the source is replaced by"
                    .formatted(name)
                + " the dataset's",
            Map.of("column", name));
      }
    }
    return new ShapedRows(input, shapes, allocator);
  }

  /** The strategy with its columns under the dataset's names. */
  public MergeStrategy merge(MergeStrategy merge) {
    return switch (merge) {
      case MergeStrategy.Append append -> append;
      case MergeStrategy.Ledger(var key) -> new MergeStrategy.Ledger(rename(key));
      case MergeStrategy.Snapshot(var key, var compared) ->
          new MergeStrategy.Snapshot(rename(key), compared == null ? null : rename(compared));
      case MergeStrategy.ChangelogStream(var key) -> new MergeStrategy.ChangelogStream(rename(key));
      case MergeStrategy.UpsertStream(var key) -> new MergeStrategy.UpsertStream(rename(key));
    };
  }

  private List<String> rename(List<String> columns) {
    Map<String, String> renamed = renamed();
    return columns.stream().map(name -> renamed.getOrDefault(name, name)).toList();
  }

  private Map<String, String> renamed() {
    Map<String, String> names = new HashMap<>();
    names.put(source.offsetColumn(), dataset.offsetColumn());
    names.put(source.operationTypeColumn(), dataset.operationTypeColumn());
    names.put(source.systemTimeColumn(), dataset.systemTimeColumn());
    names.put(source.eventTimeColumn(), dataset.eventTimeColumn());
    return names;
  }

  private ColumnShape shape(DataField field, String name) {
    if (!(inner(field.type()) instanceof DataType.Timestamp time)) {
      return ColumnShape.keep(new DataField(name, field.type(), field.extra()));
    }
    boolean eventTime = name.equals(dataset.eventTimeColumn());
    boolean otherUnit = eventTime && time.effectiveUnit() != TimeUnit.Millisecond;
    // An instant is the same number in every zone, and a time without one counts as UTC.
    DataType type =
        otherUnit || !"UTC".equals(time.effectiveTimezone())
            ? new DataType.Timestamp(otherUnit ? TimeUnit.Millisecond : time.unit(), "UTC")
            : time;
    return new ColumnShape(
        new DataField(name, field.isOptional() ? new DataType.Option(type) : type, field.extra()),
        otherUnit ? Conversion.TO_MILLISECONDS : Conversion.KEEP);
  }

  private static DataType inner(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
  }
}
