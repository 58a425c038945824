package io.heddle.schema;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.ValueVectorUtility;

/**
 * Batches of rows as Arrow IPC streams, which is how they travel in messages.
 *
 * <p>Bytes from outside are checked before they are used: every length and every offset of a
 * decoded batch lies within what was sent, so that damaged bytes end in a {@link
 * DamagedDataException} and never in a read outside of the batch.
 */
public final class ArrowIpc {
  private ArrowIpc() {}

  /** The rows of {@code batch} as one IPC stream; equal rows give equal bytes. */
  public static byte[] encode(VectorSchemaRoot batch) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ArrowStreamWriter writer =
        new ArrowStreamWriter(batch, null, Channels.newChannel(bytes))) {
      writer.start();
      writer.writeBatch();
      writer.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The rows {@code start} to {@code start + count - 1} of {@code batch} as one IPC stream. */
  public static byte[] encode(VectorSchemaRoot batch, int start, int count) {
    if (start == 0 && count == batch.getRowCount()) {
      return encode(batch);
    }
    try (VectorSchemaRoot slice = batch.slice(start, count)) {
      return encode(slice);
    }
  }

  /**
   * Opens the batches of one IPC stream.
   *
   * @throws DamagedDataException when the bytes are no IPC stream
   */
  public static Batches decode(byte[] bytes, BufferAllocator allocator) {
    IpcFrames.check(bytes);
    return new Batches(new ArrowStreamReader(new ByteArrayInputStream(bytes), allocator));
  }

  /** The batches of one stream, one after another in the same root. Not for several threads. */
  public static final class Batches implements AutoCloseable {
    private final ArrowStreamReader reader;

    private Batches(ArrowStreamReader reader) {
      this.reader = reader;
    }

    public Schema schema() {
      return root().getSchema();
    }

    /** The current batch; owned by this object and overwritten by {@link #next()}. */
    public VectorSchemaRoot root() {
      try {
        return reader.getVectorSchemaRoot();
      } catch (IOException | RuntimeException e) {
        throw damaged(e);
      }
    }

    /** Moves on to the next batch, and says whether there is one. */
    public boolean next() {
      try {
        if (!reader.loadNextBatch()) {
          return false;
        }
        ValueVectorUtility.validateFull(reader.getVectorSchemaRoot());
        return true;
      } catch (IOException | RuntimeException e) {
        throw damaged(e);
      }
    }

    @Override
    public void close() {
      try {
        reader.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static RuntimeException damaged(Exception e) {
      if (e instanceof org.apache.arrow.memory.OutOfMemoryException outOfMemory) {
        return outOfMemory;
      }
      return new DamagedDataException("the bytes are not a whole Arrow IPC stream", e);
    }
  }
}
