package io.heddle.ingress.read;

import io.heddle.schema.DataSchema;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The empty table of a declared schema. */
final class EmptyRowReader implements RowReader {
  private final DataSchema schema;
  private final Batch batch;

  EmptyRowReader(DataSchema schema, ReadContext context) {
    this.schema = schema;
    this.batch = new Batch(schema, context);
  }

  @Override
  public DataSchema schema() {
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    return batch.root();
  }

  @Override
  public boolean loadNextBatch() {
    batch.begin();
    return batch.end();
  }

  @Override
  public long rows() {
    return 0;
  }

  @Override
  public void close() {
    batch.close();
  }
}
