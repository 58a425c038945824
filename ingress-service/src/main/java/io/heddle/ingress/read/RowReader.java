package io.heddle.ingress.read;

import io.heddle.schema.DataSchema;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * An open input as batches of rows, in file order. Used by one thread; the one who opened it closes
 * it.
 */
public interface RowReader extends AutoCloseable {
  /** The columns of the result: as declared, or as found in the input. */
  DataSchema schema();

  /** Holds the current batch. Its memory is the reader's and is used again for the next batch. */
  VectorSchemaRoot root();

  /**
   * Replaces the content of {@link #root()} by the next batch, which has at least one row.
   *
   * @return false at the end of the input
   * @throws io.heddle.problem.IngestException at a value that cannot be read
   */
  boolean loadNextBatch();

  /** How many rows were delivered so far. */
  long rows();

  @Override
  void close();
}
