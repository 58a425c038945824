package io.heddle.verify;

import io.heddle.chain.ChainRule;
import io.heddle.chain.ChainRules;
import io.heddle.chain.Violation;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.OperationType;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.SchemaEvolution;
import io.heddle.schema.TypeNotation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the rows of one slice, 38 to 40 and 42 to 44, checked while its batches pass by in
 * the order of the file. Of each rule the first row that breaks it is kept. For one thread.
 */
public final class SliceRules {
  private static final long APPEND = OperationType.Append.value();
  private static final long CORRECT_FROM = OperationType.CorrectFrom.value();
  private static final long CORRECT_TO = OperationType.CorrectTo.value();

  private final OffsetInterval interval;
  private final DataSchema schema;
  private final Vocabulary names;
  private final Instant systemTime;
  private final ChainRules.Origin origin;
  private final Map<ChainRule, Violation> violations = new EnumMap<>(ChainRule.class);
  private final Map<ChainRule, Violation> warnings = new EnumMap<>(ChainRule.class);
  private long rows;
  private long lastOperation = APPEND;

  /**
   * @param schema in force at the slice's block, system columns included
   * @param systemTime of the block
   * @param origin other tools may give rows an earlier system time than their block
   */
  public SliceRules(
      OffsetInterval interval,
      DataSchema schema,
      Vocabulary names,
      Instant systemTime,
      ChainRules.Origin origin) {
    this.interval = interval;
    this.schema = schema;
    this.names = names;
    this.systemTime = systemTime;
    this.origin = origin;
  }

  /** Compares the columns that the slice has with those that it should have. */
  public void columns(DataSchema stored) {
    List<String> expected = schema.fields().stream().map(DataField::name).toList();
    List<String> actual = stored.fields().stream().map(DataField::name).toList();
    if (!actual.equals(expected)) {
      broken(
          ChainRule.ROW_COLUMNS,
          () -> Violation.differs(ChainRule.ROW_COLUMNS, "the list of columns", expected, actual));
      return;
    }
    for (int i = 0; i < expected.size(); i++) {
      DataType declared = bare(schema.fields().get(i).type());
      DataType found = bare(stored.fields().get(i).type());
      String name = expected.get(i);
      if (!SchemaEvolution.isSameType(declared, found)) {
        broken(
            ChainRule.ROW_COLUMNS,
            () ->
                Violation.differs(
                    ChainRule.ROW_COLUMNS,
                    "the type of column \"" + name + "\"",
                    TypeNotation.of(declared),
                    TypeNotation.of(found)));
      }
    }
  }

  /** Looks at the next rows. */
  public void accept(VectorSchemaRoot batch) {
    LongColumn offsets = column(batch, names.offsetColumn());
    LongColumn operations = column(batch, names.operationTypeColumn());
    LongColumn systemTimes = column(batch, names.systemTimeColumn());
    LongColumn eventTimes = column(batch, names.eventTimeColumn());
    for (int row = 0; row < batch.getRowCount(); row++) {
      if (offsets != null) {
        offset(offsets, row);
      }
      if (operations != null) {
        operation(operations, row);
      }
      if (systemTimes != null) {
        systemTime(systemTimes, row);
      }
      if (eventTimes != null && eventTimes.isNull(row)) {
        rowBroken(ChainRule.ROW_EVENT_TIME, row, "the event time is null");
      }
    }
    requiredColumns(batch);
    rows += batch.getRowCount();
  }

  /** Looks at the slice as a whole once all rows have passed. */
  public void end() {
    if (rows != interval.length()) {
      broken(
          ChainRule.ROW_OFFSETS,
          () ->
              Violation.differs(
                  ChainRule.ROW_OFFSETS,
                  "the number of rows",
                  Long.toUnsignedString(interval.length()),
                  rows));
    }
    if (lastOperation == CORRECT_FROM) {
      broken(
          ChainRule.CORRECTION_PAIRS,
          () ->
              new Violation(
                  ChainRule.CORRECTION_PAIRS,
                  "the slice ends with a correct-from row whose correct-to row is missing"));
    }
  }

  /** How many rows have passed. */
  public long rows() {
    return rows;
  }

  public List<Violation> violations() {
    return new ArrayList<>(violations.values());
  }

  /** What our own slices never do, and those of other tools may. */
  public List<Violation> warnings() {
    return new ArrayList<>(warnings.values());
  }

  private void offset(LongColumn offsets, int row) {
    long expected = interval.start() + rows + row;
    if (offsets.isNull(row) || offsets.get(row) != expected) {
      rowBroken(
          ChainRule.ROW_OFFSETS,
          row,
          "the offset is %s, expected %s"
              .formatted(
                  offsets.isNull(row) ? "null" : Long.toUnsignedString(offsets.get(row)),
                  Long.toUnsignedString(expected)));
    }
  }

  private void operation(LongColumn operations, int row) {
    long operation = operations.isNull(row) ? -1 : operations.get(row);
    if (operation < APPEND || operation > CORRECT_TO) {
      rowBroken(
          ChainRule.ROW_OPERATION,
          row,
          "the operation is %s; it must be one of 0, 1, 2, 3"
              .formatted(operations.isNull(row) ? "null" : Long.toUnsignedString(operation)));
    }
    if (lastOperation == CORRECT_FROM && operation != CORRECT_TO) {
      rowBroken(
          ChainRule.CORRECTION_PAIRS, row, "a correct-to row must follow the correct-from row");
    }
    if (operation == CORRECT_TO && lastOperation != CORRECT_FROM) {
      rowBroken(
          ChainRule.CORRECTION_PAIRS, row, "a correct-to row needs a correct-from row before it");
    }
    lastOperation = operation;
  }

  private void systemTime(LongColumn times, int row) {
    if (times.isNull(row)) {
      rowBroken(ChainRule.ROW_SYSTEM_TIME, row, "the system time is null");
      return;
    }
    Instant time = times.instant(row);
    if (origin == ChainRules.Origin.AUTHORED && !time.equals(systemTime)) {
      rowBroken(
          ChainRule.ROW_SYSTEM_TIME,
          row,
          "the system time is %s, the block's %s".formatted(time, systemTime));
    } else if (time.isAfter(systemTime)) {
      warnings.computeIfAbsent(
          ChainRule.ROW_SYSTEM_TIME,
          rule ->
              atRow(
                  rule,
                  row,
                  "the system time %s is after the block's, %s".formatted(time, systemTime)));
    }
  }

  private void requiredColumns(VectorSchemaRoot batch) {
    for (DataField field : schema.fields()) {
      FieldVector vector = batch.getVector(field.name());
      if (vector != null && !field.isOptional() && vector.getNullCount() > 0) {
        broken(
            ChainRule.ROW_COLUMNS,
            () ->
                new Violation(
                    ChainRule.ROW_COLUMNS,
                    "the required column \"%s\" has nulls".formatted(field.name())));
      }
    }
  }

  private static @Nullable LongColumn column(VectorSchemaRoot batch, String name) {
    FieldVector vector = batch.getVector(name);
    return vector == null ? null : LongColumn.of(vector);
  }

  private void rowBroken(ChainRule rule, int row, String message) {
    broken(rule, () -> atRow(rule, row, message));
  }

  private Violation atRow(ChainRule rule, int row, String message) {
    return new Violation(rule, "row %d of the slice: %s".formatted(rows + row + 1, message));
  }

  private void broken(ChainRule rule, Supplier<Violation> violation) {
    violations.computeIfAbsent(rule, r -> violation.get());
  }

  private static DataType bare(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
  }
}
