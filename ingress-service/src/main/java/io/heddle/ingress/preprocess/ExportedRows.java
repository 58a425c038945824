package io.heddle.ingress.preprocess;

import io.heddle.ingress.read.RowReader;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.sql.QueryWatch;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a reader as the engine gets them. Called back from the engine's threads, one at a
 * time.
 *
 * <p>The engine may hold a batch while it asks for the next one, so each batch's memory moves from
 * the reader to the engine. What goes wrong in the reader is kept, as only its text would come
 * through the engine.
 */
final class ExportedRows extends ArrowReader {
  private final RowReader rows;
  private final Schema schema;
  private final AtomicLong waitedNanos = new AtomicLong();
  private volatile @Nullable QueryWatch watch;
  private volatile @Nullable RuntimeException failure;
  private boolean exhausted;

  ExportedRows(RowReader rows, BufferAllocator allocator) {
    super(allocator);
    this.rows = rows;
    this.schema = rows.root().getSchema();
    schema.getFields().forEach(field -> refuseWideDecimal(field.getName(), field.getType()));
  }

  /** To be asked before each batch whether the engine may go on. */
  void watchedBy(QueryWatch newWatch) {
    watch = newWatch;
  }

  /** How long the engine has waited for rows so far. */
  long waitedNanos() {
    return waitedNanos.get();
  }

  @Nullable RuntimeException failure() {
    return failure;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    try {
      prepareLoadNextBatch();
      return loadRows();
    } catch (RuntimeException e) {
      failure = e;
      throw new IOException(e.getMessage(), e);
    }
  }

  private boolean loadRows() throws IOException {
    if (exhausted || !loadFromReader()) {
      exhausted = true;
      return false;
    }
    VectorSchemaRoot from = rows.root();
    VectorSchemaRoot to = getVectorSchemaRoot();
    int rowCount = from.getRowCount();
    List<FieldVector> vectors = from.getFieldVectors();
    for (int i = 0; i < vectors.size(); i++) {
      refuseLostDigits(vectors.get(i), rowCount);
      vectors.get(i).makeTransferPair(to.getVector(i)).transfer();
    }
    to.setRowCount(rowCount);
    return true;
  }

  /** Reads what the engine did not need, so that it is checked too. */
  void drain() {
    while (!exhausted) {
      exhausted = !loadFromReader();
    }
  }

  private boolean loadFromReader() {
    if (watch != null) {
      watch.requireRunning();
    }
    long start = System.nanoTime();
    try {
      return rows.loadNextBatch();
    } finally {
      waitedNanos.addAndGet(System.nanoTime() - start);
    }
  }

  private static void refuseWideDecimal(String column, ArrowType type) {
    if (type instanceof ArrowType.Decimal decimal && decimal.getBitWidth() > 128) {
      throw new IngestException(
          FailureKind.EngineError,
          "column \"%s\": the SQL engine knows decimals of up to 38 digits, not %d"
              .formatted(column, decimal.getPrecision()),
          Map.of("column", column));
    }
  }

  /** The engine has microseconds where the input has nanoseconds, and would cut them off. */
  private static void refuseLostDigits(FieldVector vector, int rowCount) {
    boolean zonedNanos =
        vector.getField().getType() instanceof ArrowType.Timestamp type
            && type.getUnit() == TimeUnit.NANOSECOND
            && type.getTimezone() != null;
    if (!zonedNanos && !(vector instanceof TimeNanoVector)) {
      return;
    }
    for (int i = 0; i < rowCount; i++) {
      if (!vector.isNull(i)) {
        long nanos =
            vector instanceof TimeNanoVector time ? time.get(i) : ((TimeStampVector) vector).get(i);
        if (nanos % 1_000 != 0) {
          throw new IngestException(
              FailureKind.EngineError,
              "column \"%s\": \"%s\" has nanoseconds, the SQL engine counts microseconds; read the"
                      .formatted(vector.getName(), vector.getObject(i))
                  + " column as text, or without a query",
              Map.of("column", vector.getName(), "value", String.valueOf(nanos)));
        }
      }
    }
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  /** The engine lets go of the stream in its own time; the memory is given back by release(). */
  @Override
  public void close() {}

  void release() {
    try {
      super.close();
    } catch (IOException e) {
      throw new IngestException(FailureKind.Internal, "rows are not given back", e);
    }
  }

  @Override
  protected void closeReadSource() {}
}
