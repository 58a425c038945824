package io.heddle.ingress.preprocess;

import io.heddle.ingress.preprocess.ColumnShape.Conversion;
import io.heddle.ingress.read.RowReader;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.util.HashSet;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What happens to a table whose columns were inferred and that no query shapes (sources, "Without
 * preprocess: default preprocessing"): columns that would clash with system columns get a new name,
 * and an event time in text or seconds becomes a timestamp.
 *
 * @param renameOnConflictWithSystemColumn whether clashing columns get {@code _} in front
 * @param coerceEventTimeColumnType whether text and integers become timestamps
 */
public record DefaultPreprocess(
    boolean renameOnConflictWithSystemColumn, boolean coerceEventTimeColumnType) {
  public static final DefaultPreprocess ON = new DefaultPreprocess(true, true);

  /**
   * @param vocabulary the names that the source's data uses for the system columns
   */
  public ShapedRows open(
      RowReader input, Vocabulary vocabulary, MergeStrategy merge, BufferAllocator allocator) {
    Set<String> reserved = new HashSet<>();
    if (renameOnConflictWithSystemColumn) {
      reserved.add(vocabulary.offsetColumn());
      reserved.add(vocabulary.systemTimeColumn());
      if (!bringsOperations(merge)) {
        reserved.add(vocabulary.operationTypeColumn());
      }
    }
    return new ShapedRows(
        input,
        input.schema().fields().stream().map(field -> shape(field, reserved, vocabulary)).toList(),
        allocator);
  }

  private ColumnShape shape(DataField field, Set<String> reserved, Vocabulary vocabulary) {
    if (reserved.contains(field.name())) {
      return ColumnShape.keep(new DataField("_" + field.name(), field.type(), field.extra()));
    }
    if (coerceEventTimeColumnType && field.name().equals(vocabulary.eventTimeColumn())) {
      return eventTime(field);
    }
    return ColumnShape.keep(field);
  }

  private static ColumnShape eventTime(DataField field) {
    DataType type = field.type() instanceof DataType.Option(DataType inner) ? inner : field.type();
    Conversion conversion =
        switch (type) {
          case DataType.Int16 ignored -> Conversion.FROM_EPOCH_SECONDS;
          case DataType.Int32 ignored -> Conversion.FROM_EPOCH_SECONDS;
          case DataType.Int64 ignored -> Conversion.FROM_EPOCH_SECONDS;
          case DataType.UInt16 ignored -> Conversion.FROM_EPOCH_SECONDS;
          case DataType.UInt32 ignored -> Conversion.FROM_EPOCH_SECONDS;
          case DataType.UInt64 ignored -> Conversion.FROM_EPOCH_SECONDS;
          case DataType.Text ignored -> Conversion.FROM_RFC3339;
          default -> Conversion.KEEP;
        };
    if (conversion == Conversion.KEEP) {
      return ColumnShape.keep(field);
    }
    DataType time = new DataType.Timestamp(TimeUnit.Millisecond, "UTC");
    return new ColumnShape(
        new DataField(field.name(), field.isOptional() ? new DataType.Option(time) : time),
        conversion);
  }

  private static boolean bringsOperations(MergeStrategy merge) {
    return switch (merge) {
      case MergeStrategy.Append ignored -> false;
      case MergeStrategy.Ledger ignored -> false;
      case MergeStrategy.Snapshot ignored -> false;
      case MergeStrategy.ChangelogStream ignored -> true;
      case MergeStrategy.UpsertStream ignored -> true;
    };
  }
}
