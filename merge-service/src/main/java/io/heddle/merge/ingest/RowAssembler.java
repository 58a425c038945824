package io.heddle.merge.ingest;

import io.heddle.merge.row.RowCopy;
import io.heddle.merge.row.RowLayout;
import io.heddle.merge.row.StoredRow;
import io.heddle.merge.strategy.InputBatch;
import io.heddle.merge.strategy.MergedRows;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Puts decided rows together in the dataset's schema, system columns included. */
final class RowAssembler {
  private final Schema schema;
  private final Vocabulary vocabulary;
  private final RowLayout layout;
  private final long systemTime;
  private final BufferAllocator allocator;
  private final RowCopy copy;

  RowAssembler(
      DataSchema schema,
      Vocabulary vocabulary,
      RowLayout layout,
      Instant systemTime,
      BufferAllocator allocator) {
    this.schema = ArrowSchemas.toArrow(schema);
    this.vocabulary = vocabulary;
    this.layout = layout;
    this.systemTime = systemTime.toEpochMilli();
    this.allocator = allocator;
    this.copy = new RowCopy(layout);
  }

  /**
   * The decided rows from {@code from} to {@code to} (exclusive).
   *
   * @param batch where the input rows are taken from; null when there are none among them
   * @param firstOffset of the first of them
   * @return a new root, which the caller closes
   */
  VectorSchemaRoot assemble(
      MergedRows rows, int from, int to, @Nullable InputBatch batch, long firstOffset) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    try {
      int count = to - from;
      int firstInput = contiguousFrom(rows, from, to);
      for (FieldVector column : root.getFieldVectors()) {
        fill(column, rows, from, count, batch, firstInput, firstOffset);
        column.setValueCount(count);
      }
      root.setRowCount(count);
      return root;
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private void fill(
      FieldVector column,
      MergedRows rows,
      int from,
      int count,
      @Nullable InputBatch batch,
      int firstInput,
      long firstOffset) {
    String name = column.getName();
    if (name.equals(vocabulary.offsetColumn())) {
      fillOffsets(column, firstOffset, count);
    } else if (name.equals(vocabulary.operationTypeColumn())) {
      fillOperations(column, rows, from, count);
    } else if (name.equals(vocabulary.systemTimeColumn())) {
      fillSystemTime((TimeStampVector) column, count);
    } else {
      fillData(column, layout.position(name), rows, from, count, batch, firstInput);
    }
  }

  private void fillData(
      FieldVector column,
      int position,
      MergedRows rows,
      int from,
      int count,
      @Nullable InputBatch batch,
      int firstInput) {
    FieldVector input = batch == null ? null : batch.columns()[position];
    if (input != null && firstInput >= 0 && copy.range(input, firstInput, count, column)) {
      return;
    }
    column.setInitialCapacity(count);
    column.allocateNew();
    for (int i = 0; i < count; i++) {
      int row = rows.inputRow(from + i);
      if (row < 0) {
        StoredRow stored = rows.storedRow(from + i);
        stored.read(position, column, i);
      } else if (input == null) {
        column.setNull(i);
      } else {
        copy.value(position, input, row, column, i);
      }
    }
  }

  /** The first input row when the range is a run of them, else -1. */
  private static int contiguousFrom(MergedRows rows, int from, int to) {
    int first = rows.inputRow(from);
    for (int i = from; i < to; i++) {
      int row = rows.inputRow(i);
      if (row < 0 || row != first + i - from) {
        return -1;
      }
    }
    return first;
  }

  private static void fillOffsets(FieldVector column, long first, int count) {
    switch (column) {
      case UInt8Vector unsigned -> {
        unsigned.allocateNew(count);
        for (int i = 0; i < count; i++) {
          unsigned.set(i, first + i);
        }
      }
      case BigIntVector signed -> {
        signed.allocateNew(count);
        for (int i = 0; i < count; i++) {
          signed.set(i, first + i);
        }
      }
      default -> throw new IllegalStateException("no offset column: " + column.getField());
    }
  }

  private static void fillOperations(FieldVector column, MergedRows rows, int from, int count) {
    switch (column) {
      case UInt1Vector unsigned -> {
        unsigned.allocateNew(count);
        for (int i = 0; i < count; i++) {
          unsigned.set(i, rows.operation(from + i).value());
        }
      }
      case IntVector signed -> {
        signed.allocateNew(count);
        for (int i = 0; i < count; i++) {
          signed.set(i, rows.operation(from + i).value());
        }
      }
      default -> throw new IllegalStateException("no op column: " + column.getField());
    }
  }

  private void fillSystemTime(TimeStampVector column, int count) {
    column.allocateNew(count);
    for (int i = 0; i < count; i++) {
      column.set(i, systemTime);
    }
  }
}
