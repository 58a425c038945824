package io.heddle.schema;

import io.heddle.schema.IpcFrames.Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.function.Supplier;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

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
   * @throws DamagedDataException when the bytes do not start with an IPC schema
   */
  public static Batches decode(byte[] bytes, BufferAllocator allocator) {
    IpcFrames frames = new IpcFrames(bytes);
    VectorSchemaRoot root =
        orDamaged(
            () -> {
              Frame frame = frames.next();
              if (frame == null || !frame.isSchema()) {
                throw new DamagedDataException("an Arrow IPC stream starts with a schema");
              }
              return VectorSchemaRoot.create(
                  MessageSerializer.deserializeSchema(frame.message()), allocator);
            });
    return new Batches(bytes, frames, root, allocator);
  }

  private static <T> T orDamaged(Supplier<T> step) {
    try {
      return step.get();
    } catch (OutOfMemoryException | DamagedDataException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw new DamagedDataException("the bytes are not a whole Arrow IPC stream", e);
    }
  }

  /** The batches of one stream, one after another in the same root. Not for several threads. */
  public static final class Batches implements AutoCloseable {
    private final byte[] bytes;
    private final IpcFrames frames;
    private final VectorSchemaRoot root;
    private final BufferAllocator allocator;

    private Batches(
        byte[] bytes, IpcFrames frames, VectorSchemaRoot root, BufferAllocator allocator) {
      this.bytes = bytes;
      this.frames = frames;
      this.root = root;
      this.allocator = allocator;
    }

    public Schema schema() {
      return root.getSchema();
    }

    /** The current batch; owned by this object and overwritten by {@link #next()}. */
    public VectorSchemaRoot root() {
      return root;
    }

    /**
     * Moves on to the next batch, and says whether there is one.
     *
     * @throws DamagedDataException when the bytes are no whole batch of the stream's schema
     */
    public boolean next() {
      return orDamaged(
          () -> {
            Frame frame = frames.next();
            if (frame == null) {
              return false;
            }
            if (!frame.isBatch()) {
              throw new DamagedDataException("only batches follow the schema of a stream");
            }
            load(frame);
            return true;
          });
    }

    private void load(Frame frame) {
      root.clear();
      ArrowBuf body = allocator.buffer(frame.bodyLength());
      body.setBytes(0, bytes, frame.bodyStart(), frame.bodyLength());
      // Takes over the body, and gives it back with the batch.
      try (ArrowRecordBatch batch =
          MessageSerializer.deserializeRecordBatch(frame.message(), body)) {
        new VectorLoader(root).load(batch);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      BatchBounds.check(root);
    }

    @Override
    public void close() {
      root.close();
    }
  }
}
