package io.heddle.ingress.read;

import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The batch that a reader fills, and its bounds. */
final class Batch implements AutoCloseable {
  /** What a value costs besides its text, about. */
  private static final int BYTES_PER_VALUE = 8;

  private final VectorSchemaRoot root;
  private final ReadContext context;
  private int rows;
  private long bytes;
  private long rowsBefore;

  Batch(DataSchema schema, ReadContext context) {
    this.root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), context.allocator());
    this.context = context;
  }

  VectorSchemaRoot root() {
    return root;
  }

  /** Forgets the rows that were delivered. */
  void begin() {
    rowsBefore += rows;
    rows = 0;
    bytes = 0;
    root.clear();
    root.getFieldVectors().forEach(FieldVector::allocateNew);
  }

  boolean isFull() {
    return rows >= context.maxBatchRows() || bytes >= context.maxBatchBytes();
  }

  /** The place of the row that is being filled. */
  int row() {
    return rows;
  }

  /** Counts the row that was filled, whose text had so many characters. */
  void endRow(long chars) {
    rows++;
    bytes += chars + (long) BYTES_PER_VALUE * root.getFieldVectors().size();
  }

  /** Makes the filled rows the content of the root; false when there are none. */
  boolean end() {
    root.setRowCount(rows);
    return rows > 0;
  }

  long rowsDelivered() {
    return rowsBefore + rows;
  }

  @Override
  public void close() {
    root.close();
  }
}
