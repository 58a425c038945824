package io.heddle.merge.ingest;

import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;

/** Types of columns, compared as the schema check of a writer does it (ODF "Root datasets"). */
final class ColumnTypes {
  static final DataType.Timestamp EVENT_TIME = new DataType.Timestamp(TimeUnit.Millisecond, "UTC");

  private ColumnTypes() {}

  static DataType required(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
  }

  static boolean isOptional(DataType type) {
    return type instanceof DataType.Option;
  }

  /** The type as it is stored and declared: units explicit, every time stamp in UTC. */
  static DataType stored(DataType type) {
    return switch (type) {
      case DataType.Option(DataType inner) -> new DataType.Option(stored(inner));
      case DataType.Timestamp timestamp -> new DataType.Timestamp(timestamp.effectiveUnit(), "UTC");
      case DataType.Time(TimeUnit unit) -> new DataType.Time(orDefault(unit));
      case DataType.Duration(TimeUnit unit) -> new DataType.Duration(orDefault(unit));
      case DataType.List(DataType item, Long length) -> new DataType.List(stored(item), length);
      case DataType.Map(DataType key, DataType value, Boolean sorted) ->
          new DataType.Map(stored(key), stored(value), sorted);
      case DataType.Struct(java.util.List<DataField> fields) ->
          new DataType.Struct(
              fields.stream()
                  .map(field -> new DataField(field.name(), stored(field.type()), field.extra()))
                  .toList());
      default -> type;
    };
  }

  /**
   * Whether values of {@code input} may go into a column of type {@code dataset}. Optionality of
   * the column itself and of list items is not looked at: nulls are found when they come.
   *
   * @param input in its stored form
   */
  static boolean fits(DataType input, DataType dataset) {
    DataType from = required(input);
    DataType into = required(dataset);
    return switch (from) {
      case DataType.List(DataType item, Long length) ->
          into instanceof DataType.List(DataType intoItem, Long intoLength)
              && java.util.Objects.equals(length, intoLength)
              && fits(item, intoItem);
      case DataType.Struct(java.util.List<DataField> fields) ->
          into instanceof DataType.Struct(java.util.List<DataField> intoFields)
              && structFits(fields, intoFields);
      case DataType.Map(DataType key, DataType value, Boolean ignored) ->
          into instanceof DataType.Map(DataType intoKey, DataType intoValue, Boolean alsoIgnored)
              && memberFits(key, intoKey)
              && memberFits(value, intoValue);
      default -> from.equals(required(stored(into)));
    };
  }

  private static boolean structFits(
      java.util.List<DataField> fields, java.util.List<DataField> into) {
    if (fields.size() != into.size()) {
      return false;
    }
    for (int i = 0; i < fields.size(); i++) {
      if (!fields.get(i).name().equals(into.get(i).name())
          || !memberFits(fields.get(i).type(), into.get(i).type())) {
        return false;
      }
    }
    return true;
  }

  private static boolean memberFits(DataType member, DataType into) {
    return (isOptional(into) || !isOptional(member)) && fits(member, into);
  }

  /** Whether a null may come inside of a value where the dataset takes none. */
  static boolean mayHoldNullItems(DataType input, DataType dataset) {
    return required(input) instanceof DataType.List(DataType item, Long ignored)
        && required(dataset) instanceof DataType.List(DataType into, Long alsoIgnored)
        && (isOptional(item) && !isOptional(into) || mayHoldNullItems(item, into));
  }

  private static TimeUnit orDefault(@org.jspecify.annotations.Nullable TimeUnit unit) {
    return unit == null ? TimeUnit.Millisecond : unit;
  }
}
