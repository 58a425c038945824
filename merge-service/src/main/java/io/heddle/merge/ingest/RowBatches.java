package io.heddle.merge.ingest;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowIpc;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Cuts rows into messages of bounded size. */
record RowBatches(int batchBytes, int messageBytes) {

  /**
   * @param firstOffset of the first row, for messages
   * @throws IngestException (LimitExceeded) when one row alone is larger than a message may be
   */
  void encode(VectorSchemaRoot rows, long firstOffset, Consumer<byte[]> messages) {
    int count = rows.getRowCount();
    long bytes = 0;
    for (FieldVector column : rows.getFieldVectors()) {
      bytes += column.getBufferSize();
    }
    int pieces = (int) Math.max(1, (bytes + batchBytes - 1) / batchBytes);
    int each = Math.max(1, (count + pieces - 1) / pieces);
    for (int start = 0; start < count; start += each) {
      encode(rows, start, Math.min(each, count - start), firstOffset, messages);
    }
  }

  private void encode(
      VectorSchemaRoot rows, int start, int count, long firstOffset, Consumer<byte[]> messages) {
    byte[] message = ArrowIpc.encode(rows, start, count);
    if (message.length <= messageBytes) {
      messages.accept(message);
    } else if (count > 1) {
      int half = count / 2;
      encode(rows, start, half, firstOffset, messages);
      encode(rows, start + half, count - half, firstOffset, messages);
    } else {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "a row of %d bytes is larger than a message may be (%d bytes)"
              .formatted(message.length, messageBytes),
          Map.of("offset", firstOffset + start));
    }
  }
}
