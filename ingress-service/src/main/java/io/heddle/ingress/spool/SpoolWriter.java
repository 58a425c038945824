package io.heddle.ingress.spool;

import io.heddle.ingress.read.RowReader;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowIpc;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Writes the rows of an ingestion into a spool, cut into batches of a size that fits a message. */
public final class SpoolWriter {
  private final SpoolSettings settings;

  public SpoolWriter(SpoolSettings settings) {
    this.settings = settings;
  }

  /**
   * Reads {@code rows} to their end.
   *
   * @param path a file that does not exist yet
   * @param progress is told the rows so far, now and then
   * @throws IngestException what {@code rows} throws, and LimitExceeded when a row or the whole is
   *     too large
   */
  public Spool write(RowReader rows, Path path, LongConsumer progress) {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))) {
      Cut cut = new Cut(out);
      while (rows.loadNextBatch()) {
        cut.write(rows.root());
        progress.accept(cut.rows);
      }
      return new Spool(path, rows.schema(), cut.batches, cut.rows, cut.bytes);
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.LimitExceeded, "the spool cannot be written: " + e.getMessage(), e);
    }
  }

  private final class Cut {
    private final DataOutputStream out;
    private int batches;
    private long rows;
    private long bytes;

    Cut(DataOutputStream out) {
      this.out = out;
    }

    void write(VectorSchemaRoot root) throws IOException {
      int count = root.getRowCount();
      long size = 0;
      for (FieldVector vector : root.getFieldVectors()) {
        size += vector.getBufferSize();
      }
      long parts = Math.max(1, Math.ceilDiv(size, settings.batchBytes()));
      int step = (int) Math.max(1, count / parts);
      for (int start = 0; start < count; start += step) {
        write(root, start, Math.min(step, count - start));
      }
    }

    /** Rows differ in size, so what is still too large is halved. */
    private void write(VectorSchemaRoot root, int start, int count) throws IOException {
      byte[] arrow = ArrowIpc.encode(root, start, count);
      if (arrow.length > settings.batchBytes() && count > 1) {
        write(root, start, count / 2);
        write(root, start + count / 2, count - count / 2);
        return;
      }
      if (arrow.length > settings.maxRowBytes()) {
        throw tooLarge(arrow.length);
      }
      bytes += arrow.length;
      if (bytes > settings.maxBytes()) {
        throw new IngestException(
            FailureKind.LimitExceeded,
            "the ingestion takes more than %d bytes of disk, at row %d"
                .formatted(settings.maxBytes(), rows + 1),
            Map.of("row", rows + 1));
      }
      out.writeInt(arrow.length);
      out.writeInt(count);
      out.write(arrow);
      batches++;
      rows += count;
    }

    private IngestException tooLarge(int length) {
      return new IngestException(
          FailureKind.LimitExceeded,
          "row %d has %d bytes, more than a message may hold (%d)"
              .formatted(rows + 1, length, settings.maxRowBytes()),
          Map.of("row", rows + 1));
    }
  }
}
