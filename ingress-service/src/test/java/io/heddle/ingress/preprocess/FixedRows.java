package io.heddle.ingress.preprocess;

import io.heddle.ingress.read.RowReader;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;

/** Rows of a test as a reader delivers them, cut into batches of a given size. */
public final class FixedRows implements RowReader {
  private final DataSchema schema;
  private final VectorSchemaRoot root;
  private final List<List<@Nullable Object>> rows;
  private final int batchRows;
  private int next;

  public FixedRows(
      BufferAllocator allocator,
      List<DataField> fields,
      List<List<@Nullable Object>> rows,
      int batchRows) {
    this.schema = new DataSchema(fields);
    this.root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator);
    this.rows = rows;
    this.batchRows = batchRows;
  }

  @Override
  public DataSchema schema() {
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  @Override
  public boolean loadNextBatch() {
    if (next == rows.size()) {
      return false;
    }
    root.clear();
    root.allocateNew();
    int count = Math.min(batchRows, rows.size() - next);
    for (int row = 0; row < count; row++) {
      for (int column = 0; column < schema.fields().size(); column++) {
        set(root.getVector(column), row, rows.get(next + row).get(column));
      }
    }
    root.setRowCount(count);
    next += count;
    return true;
  }

  private static void set(FieldVector vector, int row, @Nullable Object value) {
    if (value == null) {
      vector.setNull(row);
      return;
    }
    switch (vector) {
      case VarCharVector text ->
          text.setSafe(row, value.toString().getBytes(StandardCharsets.UTF_8));
      case Float8Vector number -> number.setSafe(row, ((Number) value).doubleValue());
      case BitVector bit -> bit.setSafe(row, (Boolean) value ? 1 : 0);
      case TimeStampVector time -> time.setSafe(row, ((Number) value).longValue());
      case DateDayVector date -> date.setSafe(row, ((Number) value).intValue());
      case DecimalVector decimal ->
          decimal.setSafe(row, ((BigDecimal) value).setScale(decimal.getScale()));
      case BaseIntVector number ->
          number.setWithPossibleTruncate(row, ((Number) value).longValue());
      case StructVector struct -> {
        struct.setIndexDefined(row);
        for (int i = 0; i < struct.size(); i++) {
          set((FieldVector) struct.getChildByOrdinal(i), row, ((List<?>) value).get(i));
        }
      }
      case ListVector list -> {
        int start = list.startNewValue(row);
        for (int i = 0; i < ((List<?>) value).size(); i++) {
          set(list.getDataVector(), start + i, ((List<?>) value).get(i));
        }
        list.endValue(row, ((List<?>) value).size());
      }
      default -> throw new IllegalArgumentException(vector.getField().toString());
    }
  }

  @Override
  public long rows() {
    return next;
  }

  @Override
  public void close() {
    root.close();
  }
}
