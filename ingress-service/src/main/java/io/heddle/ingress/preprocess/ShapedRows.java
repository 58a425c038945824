package io.heddle.ingress.preprocess;

import io.heddle.ingress.preprocess.ColumnShape.Conversion;
import io.heddle.ingress.read.RowReader;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The rows of another reader, column by column under a new name or type. The order of columns and
 * rows stays. The other reader stays the caller's to close, afterwards.
 */
public final class ShapedRows implements RowReader {
  private static final long MILLIS_PER_SECOND = 1000;

  private final RowReader source;
  private final DataSchema schema;
  private final List<Conversion> conversions;
  private final VectorSchemaRoot root;
  private long cutToMilliseconds;

  ShapedRows(RowReader source, List<ColumnShape> shapes, BufferAllocator allocator) {
    this.source = source;
    this.schema = new DataSchema(shapes.stream().map(ColumnShape::field).toList());
    this.conversions = shapes.stream().map(ColumnShape::conversion).toList();
    this.root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator);
  }

  @Override
  public DataSchema schema() {
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  /** How many timestamps so far had digits below the millisecond, which were cut off. */
  public long cutToMilliseconds() {
    return cutToMilliseconds;
  }

  @Override
  public boolean loadNextBatch() {
    root.clear();
    long before = source.rows();
    if (!source.loadNextBatch()) {
      return false;
    }
    int count = source.root().getRowCount();
    for (int i = 0; i < conversions.size(); i++) {
      shape(conversions.get(i), source.root().getVector(i), root.getVector(i), count, before);
    }
    root.setRowCount(count);
    return true;
  }

  private void shape(
      Conversion conversion, FieldVector from, FieldVector to, int count, long rowsBefore) {
    switch (conversion) {
      case KEEP -> from.makeTransferPair(to).transfer();
      case TO_MILLISECONDS ->
          cutToMilliseconds +=
              TimestampUnits.convert((TimeStampVector) from, (TimeStampVector) to, count);
      case FROM_EPOCH_SECONDS, FROM_RFC3339 -> {
        TimeStampMilliTZVector times = (TimeStampMilliTZVector) to;
        times.allocateNew(count);
        for (int row = 0; row < count; row++) {
          if (from.isNull(row)) {
            times.setNull(row);
          } else {
            times.set(row, toMilliseconds(conversion, from, row, rowsBefore));
          }
        }
        times.setValueCount(count);
      }
    }
  }

  private static long toMilliseconds(
      Conversion conversion, FieldVector from, int row, long rowsBefore) {
    try {
      return conversion == Conversion.FROM_EPOCH_SECONDS
          ? Math.multiplyExact(((BaseIntVector) from).getValueAsLong(row), MILLIS_PER_SECOND)
          : OffsetDateTime.parse(String.valueOf(from.getObject(row))).toInstant().toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      String value = String.valueOf(from.getObject(row));
      long number = rowsBefore + row + 1;
      throw new IngestException(
          FailureKind.ExecutionError,
          "row %d, column \"%s\": \"%s\" is no event time; give the source a read schema or a query"
                  .formatted(number, from.getName(), value)
              + " that makes one of it",
          Map.of("row", number, "column", from.getName(), "value", value));
    }
  }

  @Override
  public long rows() {
    return source.rows();
  }

  @Override
  public void close() {
    root.close();
  }
}
