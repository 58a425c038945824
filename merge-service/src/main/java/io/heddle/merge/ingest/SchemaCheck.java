package io.heddle.merge.ingest;

import io.heddle.encoding.OdfTypes;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the schema of the rows against the dataset's, and finds the schema that they get. */
final class SchemaCheck {
  /**
   * @param schema in force for the new rows; null: there is none and no rows either
   * @param newSchema the same when it has to be committed first, else null
   * @param notes what the task result should say
   */
  record Outcome(@Nullable DataSchema schema, @Nullable DataSchema newSchema, List<String> notes) {}

  private final Vocabulary vocabulary;
  private final DataSchema dataset;
  private final List<DataField> input;
  private final List<DataField> current;
  private final List<String> findings = new ArrayList<>();
  private final Set<String> columns = new LinkedHashSet<>();
  private final List<DataField> added = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private SchemaCheck(DataSchema input, DataSchema dataset, Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.dataset = dataset;
    this.input = dataColumns(input, vocabulary);
    this.current = dataColumns(dataset, vocabulary);
  }

  /**
   * @param dataset the last schema of the dataset; null: the rows bring the first one
   * @param declared whether the columns of the input were named by a schema or a query
   * @throws IngestException (IncompatibleSchema) naming every column that does not fit
   */
  static Outcome check(
      DataSchema input, @Nullable DataSchema dataset, Vocabulary vocabulary, boolean declared) {
    if (dataset == null) {
      DataSchema first = first(input, vocabulary);
      return new Outcome(first, first, List.of());
    }
    return new SchemaCheck(input, dataset, vocabulary).compare(input, declared);
  }

  private static DataSchema first(DataSchema input, Vocabulary vocabulary) {
    List<DataField> fields = new ArrayList<>();
    fields.add(new DataField(vocabulary.offsetColumn(), new DataType.UInt64()));
    fields.add(new DataField(vocabulary.operationTypeColumn(), new DataType.UInt8()));
    fields.add(new DataField(vocabulary.systemTimeColumn(), ColumnTypes.EVENT_TIME));
    fields.add(
        input
            .field(vocabulary.eventTimeColumn())
            .map(field -> new DataField(field.name(), eventTime(field.type()), field.extra()))
            .orElse(new DataField(vocabulary.eventTimeColumn(), ColumnTypes.EVENT_TIME)));
    for (DataField field : dataColumns(input, vocabulary)) {
      fields.add(new DataField(field.name(), ColumnTypes.stored(field.type()), field.extra()));
    }
    return new DataSchema(fields);
  }

  /** The type that an event time column of the input is stored under. */
  private static DataType eventTime(DataType type) {
    DataType inner = ColumnTypes.required(type);
    return inner instanceof DataType.Date ? inner : ColumnTypes.EVENT_TIME;
  }

  private static List<DataField> dataColumns(DataSchema schema, Vocabulary vocabulary) {
    Set<String> system =
        Set.of(
            vocabulary.offsetColumn(),
            vocabulary.operationTypeColumn(),
            vocabulary.systemTimeColumn(),
            vocabulary.eventTimeColumn());
    return schema.fields().stream().filter(field -> !system.contains(field.name())).toList();
  }

  private Outcome compare(DataSchema inputSchema, boolean declared) {
    compareSystemColumns(inputSchema);
    for (DataField field : input) {
      dataset
          .field(field.name())
          .ifPresentOrElse(known -> compareTypes(field, known), () -> foundNew(field, declared));
    }
    for (DataField field : current) {
      if (find(input, field.name()) == null) {
        foundMissing(field, declared);
      }
    }
    if (!declared) {
      compareOrder();
    }
    if (!findings.isEmpty()) {
      throw incompatible(declared);
    }
    if (added.isEmpty()) {
      return new Outcome(dataset, null, notes);
    }
    DataSchema evolved = withAdded(added);
    return new Outcome(evolved, evolved, notes);
  }

  private void compareSystemColumns(DataSchema inputSchema) {
    requireSystemColumn(
        vocabulary.offsetColumn(), List.of(new DataType.UInt64(), new DataType.Int64()));
    requireSystemColumn(
        vocabulary.operationTypeColumn(), List.of(new DataType.UInt8(), new DataType.Int32()));
    requireSystemColumn(vocabulary.systemTimeColumn(), List.of(ColumnTypes.EVENT_TIME));
    requireSystemColumn(
        vocabulary.eventTimeColumn(), List.of(ColumnTypes.EVENT_TIME, new DataType.Date()));
    DataField eventTime = dataset.field(vocabulary.eventTimeColumn()).orElse(null);
    if (eventTime == null) {
      return;
    }
    inputSchema
        .field(eventTime.name())
        .ifPresent(
            field -> {
              DataType stored = eventTime(field.type());
              if (!ColumnTypes.fits(stored, eventTime.type())) {
                foundDifferent(eventTime.name(), stored, eventTime.type());
              }
            });
  }

  /** Other tools may have declared them differently; those we cannot fill. */
  private void requireSystemColumn(String column, List<DataType> types) {
    DataField field = dataset.field(column).orElse(null);
    if (field == null) {
      found(column, "is missing in the dataset, whose schema has no such system column");
    } else if (types.stream().noneMatch(type -> ColumnTypes.fits(type, field.type()))) {
      found(
          column,
          "is a system column, but declared %s in the dataset".formatted(text(field.type())));
    }
  }

  private void compareTypes(DataField field, DataField known) {
    DataType stored = ColumnTypes.stored(field.type());
    if (!ColumnTypes.fits(stored, known.type())) {
      foundDifferent(field.name(), stored, known.type());
    }
  }

  private void foundNew(DataField field, boolean declared) {
    added.add(new DataField(field.name(), ColumnTypes.stored(field.type()), field.extra()));
    if (!declared) {
      found(field.name(), "is new");
    } else if (!field.isOptional()) {
      found(field.name(), "is new and required; a new column must be optional");
    }
  }

  private void foundMissing(DataField field, boolean declared) {
    if (!declared) {
      found(field.name(), "is missing in the input");
    } else if (!field.isOptional()) {
      found(field.name(), "is missing in the input, but required in the dataset");
    } else {
      notes.add("column \"%s\" is not in the input and reads as null".formatted(field.name()));
    }
  }

  private void foundDifferent(String column, DataType input, DataType dataset) {
    found(
        column, "is %s in the input, but %s in the dataset".formatted(text(input), text(dataset)));
  }

  /** Columns whose place among those that both sides have is not the same. */
  private void compareOrder() {
    List<String> here = common(input, current);
    List<String> there = common(current, input);
    for (int i = 0; i < here.size(); i++) {
      if (!here.get(i).equals(there.get(i))) {
        found(
            here.get(i), "has moved: the dataset has \"%s\" in its place".formatted(there.get(i)));
      }
    }
  }

  private static List<String> common(List<DataField> fields, List<DataField> others) {
    return fields.stream().map(DataField::name).filter(name -> find(others, name) != null).toList();
  }

  private static @Nullable DataField find(List<DataField> fields, String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst().orElse(null);
  }

  private void found(String column, String what) {
    columns.add(column);
    findings.add("column \"%s\" %s".formatted(column, what));
  }

  private DataSchema withAdded(List<DataField> more) {
    List<DataField> fields = new ArrayList<>(dataset.fields());
    fields.addAll(more);
    return new DataSchema(fields, dataset.extra());
  }

  private IngestException incompatible(boolean declared) {
    String message =
        "the rows do not fit the dataset's schema: " + String.join("; ", findings) + ".";
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("columns", List.copyOf(columns));
    if (!declared && !added.isEmpty()) {
      String event = admittingEvent();
      details.put("event", event);
      message += " This event would admit the new ones: " + event;
    }
    return new IngestException(FailureKind.IncompatibleSchema, message, details);
  }

  private String admittingEvent() {
    List<DataField> optional =
        added.stream()
            .map(
                field ->
                    field.isOptional()
                        ? field
                        : new DataField(
                            field.name(), new DataType.Option(field.type()), field.extra()))
            .toList();
    return OdfTypes.METADATA_EVENT
        .toJson(new MetadataEvent.SetDataSchema(withAdded(optional)))
        .toString();
  }

  private static String text(DataType type) {
    return OdfTypes.DATA_TYPE.toJson(type).toString();
  }
}
