package io.heddle.ingress.task;

import io.heddle.ingress.read.RowReader;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataSchema;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A table without rows. */
final class EmptyRows implements RowReader {
  private final DataSchema schema;
  private final VectorSchemaRoot root;

  EmptyRows(DataSchema schema, BufferAllocator allocator) {
    this.schema = schema;
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

  @Override
  public boolean loadNextBatch() {
    return false;
  }

  @Override
  public long rows() {
    return 0;
  }

  @Override
  public void close() {
    root.close();
  }
}
