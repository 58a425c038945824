package io.heddle.merge.ingest;

import io.heddle.merge.row.RowLayout;
import io.heddle.merge.strategy.InputBatch;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowIpc;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DamagedDataException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Reads the batches of an ingestion and lays their columns out as the dataset keeps its rows. */
final class InputReader {
  private final Schema expected;
  private final RowLayout layout;
  private final BufferAllocator allocator;
  private final EventTimes eventTimes;

  /** For each column of the layout, where it stands in the input, or -1. */
  private final int[] places;

  /** Where the op column stands in the input, or -1. */
  private final int operations;

  InputReader(
      DataSchema input,
      RowLayout layout,
      String operationColumn,
      Instant sourceEventTime,
      BufferAllocator allocator) {
    this.expected = ArrowSchemas.toArrow(input);
    this.layout = layout;
    this.allocator = allocator;
    this.places =
        layout.columns().stream().mapToInt(column -> position(input, column.name())).toArray();
    this.operations = position(input, operationColumn);
    this.eventTimes =
        new EventTimes(
            ArrowSchemas.toArrow(layout.columns().get(layout.eventTime())),
            sourceEventTime,
            allocator);
  }

  private static int position(DataSchema schema, String name) {
    List<DataField> fields = schema.fields();
    return IntStream.range(0, fields.size())
        .filter(i -> fields.get(i).name().equals(name))
        .findFirst()
        .orElse(-1);
  }

  /** Positions in the layout of the columns that the input has. */
  List<Integer> inputColumns() {
    return IntStream.range(0, places.length).filter(i -> places[i] >= 0).boxed().toList();
  }

  long cutEventTimes() {
    return eventTimes.cut();
  }

  /**
   * Hands the record batches of one message on, one after another.
   *
   * @return the number of rows
   * @throws DamagedDataException when the bytes are no Arrow stream
   * @throws IngestException when the columns are not those that were announced
   */
  long read(byte[] arrow, long rowsBefore, Consumer<InputBatch> batches) {
    long rows = 0;
    try (ArrowIpc.Batches stream = ArrowIpc.decode(arrow, allocator)) {
      requireAnnounced(stream.schema());
      while (stream.next()) {
        VectorSchemaRoot root = stream.root();
        read(root, rowsBefore + rows, batches);
        rows += root.getRowCount();
      }
    }
    return rows;
  }

  private void read(VectorSchemaRoot root, long rowsBefore, Consumer<InputBatch> batches) {
    int rows = root.getRowCount();
    int eventTimePlace = places[layout.eventTime()];
    FieldVector given = eventTimePlace < 0 ? null : root.getVector(eventTimePlace);
    try (FieldVector eventTime = eventTimes.fill(given, rows, rowsBefore)) {
      @Nullable FieldVector[] columns = new FieldVector[places.length];
      for (int i = 0; i < places.length; i++) {
        columns[i] = places[i] < 0 ? null : root.getVector(places[i]);
      }
      columns[layout.eventTime()] = eventTime;
      BaseIntVector codes = operations < 0 ? null : (BaseIntVector) root.getVector(operations);
      batches.accept(new InputBatch(rows, rowsBefore, columns, given, codes));
    }
  }

  private void requireAnnounced(Schema schema) {
    List<Field> found = schema.getFields();
    List<Field> announced = expected.getFields();
    boolean same = found.size() == announced.size();
    for (int i = 0; same && i < found.size(); i++) {
      same =
          found.get(i).getName().equals(announced.get(i).getName())
              && isHeldAlike(found.get(i), announced.get(i));
    }
    if (!same) {
      throw new IngestException(
          FailureKind.Internal,
          "a batch does not have the columns that its ingestion announced",
          Map.of("columns", found.stream().map(Field::getName).toList()));
    }
  }

  /** Whether values lie in memory in the same form; the zone of a time stamp changes nothing. */
  private static boolean isHeldAlike(Field found, Field announced) {
    boolean same =
        found.getType() instanceof ArrowType.Timestamp time
                && announced.getType() instanceof ArrowType.Timestamp other
            ? time.getUnit() == other.getUnit()
            : found.getType().equals(announced.getType());
    List<Field> items = found.getChildren();
    List<Field> announcedItems = announced.getChildren();
    if (!same || items.size() != announcedItems.size()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      if (!isHeldAlike(items.get(i), announcedItems.get(i))) {
        return false;
      }
    }
    return true;
  }
}
