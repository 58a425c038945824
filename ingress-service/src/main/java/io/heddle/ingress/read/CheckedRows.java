package io.heddle.ingress.read;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataSchema;
import java.util.Map;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The rows of another reader, each looked at by {@link ValueCheck}. The other reader stays the
 * caller's to close, afterwards.
 */
public final class CheckedRows implements RowReader {
  private final RowReader source;
  private final ValueCheck check;
  private long rowsBefore;

  /**
   * @param eventTimeColumn what the rows call the event time
   */
  public CheckedRows(RowReader source, String eventTimeColumn) {
    this.source = source;
    this.check = ValueCheck.of(source.schema(), eventTimeColumn);
  }

  @Override
  public DataSchema schema() {
    return source.schema();
  }

  @Override
  public VectorSchemaRoot root() {
    return source.root();
  }

  @Override
  public boolean loadNextBatch() {
    if (!source.loadNextBatch()) {
      return false;
    }
    int count = source.root().getRowCount();
    check
        .find(source.root(), 0, count)
        .ifPresent(
            misfit -> {
              throw refused(misfit, rowsBefore + misfit.row() + 1);
            });
    rowsBefore += count;
    return true;
  }

  private static IngestException refused(ValueCheck.Misfit misfit, long row) {
    return new IngestException(
        FailureKind.ExecutionError,
        misfit.describe("row", row),
        Map.of("row", row, "column", misfit.column(), "value", misfit.value()));
  }

  @Override
  public long rows() {
    return source.rows();
  }

  @Override
  public void close() {}
}
