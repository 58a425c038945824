package io.heddle.commit.staging;

import io.heddle.schema.ArrowIpc;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one slice in a local file, each an Arrow IPC stream behind its length. Written by
 * one thread, then read by one.
 */
public final class StagedBatches implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path file;
  private final StagingFolder folder;
  private @Nullable DataOutputStream out;
  private int batches;
  private long bytes;
  private boolean removed;

  StagedBatches(Path file, StagingFolder folder) {
    this.file = file;
    this.folder = folder;
  }

  public int batches() {
    return batches;
  }

  public synchronized void add(byte[] arrow) {
    if (removed) {
      return;
    }
    try {
      if (out == null) {
        out =
            new DataOutputStream(
                new BufferedOutputStream(
                    Files.newOutputStream(file, StandardOpenOption.CREATE_NEW), BUFFER_BYTES));
      }
      out.writeInt(arrow.length);
      out.write(arrow);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stage a batch in " + file.getFileName(), e);
    }
    batches++;
    bytes += Integer.BYTES + arrow.length;
    folder.added(Integer.BYTES + arrow.length);
  }

  /**
   * Hands all batches to {@code rows}, one after another.
   *
   * @throws io.heddle.schema.DamagedDataException when one of them is no Arrow IPC stream
   */
  public void forEach(BufferAllocator allocator, Consumer<VectorSchemaRoot> rows) {
    finish();
    if (batches == 0) {
      return;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
      for (int i = 0; i < batches; i++) {
        byte[] arrow = new byte[in.readInt()];
        in.readFully(arrow);
        try (ArrowIpc.Batches decoded = ArrowIpc.decode(arrow, allocator)) {
          while (decoded.next()) {
            rows.accept(decoded.root());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file.getFileName() + " back", e);
    }
  }

  private synchronized void finish() {
    if (out == null) {
      return;
    }
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stage a batch in " + file.getFileName(), e);
    }
    out = null;
  }

  /** Removes the file. */
  @Override
  public synchronized void close() {
    if (removed) {
      return;
    }
    removed = true;
    finish();
    folder.remove(file, bytes);
  }
}
