package io.heddle.ingress.spool;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataSchema;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one ingestion, ready to be offered, as often as it takes.
 *
 * @param path a file of batches, each an Arrow IPC stream behind its length and row count
 * @param schema of the rows
 * @param batches how many there are; none when the table is empty
 */
public record Spool(Path path, DataSchema schema, int batches, long rows, long bytes) {

  /**
   * @param rows how many rows the batch has
   * @param arrow an Arrow IPC stream
   */
  public record Batch(int number, int rows, byte[] arrow) {}

  /** Reads the batches from the first one on; the caller closes it. */
  public Batches open() {
    try {
      return new Batches(
          new DataInputStream(new BufferedInputStream(Files.newInputStream(path))), batches);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static IngestException unreadable(IOException e) {
    return new IngestException(
        FailureKind.Internal, "the spool cannot be read: " + e.getMessage(), e);
  }

  /** A pass over the batches, in order. Not for several threads. */
  public static final class Batches implements AutoCloseable {
    private final DataInputStream in;
    private final int count;
    private int next;

    private Batches(DataInputStream in, int count) {
      this.in = in;
      this.count = count;
    }

    /** The next batch, or null after the last one. */
    public @Nullable Batch next() {
      if (next == count) {
        return null;
      }
      try {
        int length = in.readInt();
        int rows = in.readInt();
        byte[] arrow = new byte[length];
        in.readFully(arrow);
        return new Batch(next++, rows, arrow);
      } catch (IOException e) {
        throw unreadable(e);
      }
    }

    @Override
    public void close() {
      try {
        in.close();
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
  }
}
