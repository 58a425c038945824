package io.heddle.commit.staging;

import io.heddle.schema.ArrowIpc;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one slice in a local file, each an Arrow IPC stream behind its length. Written by
 * one thread, completed, then read by one; closed by any.
 */
public final class StagedBatches implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path file;
  private final StagingFolder folder;
  private @Nullable DataOutputStream out;
  private int batches;
  private long bytes;
  private volatile boolean removed;

  StagedBatches(Path file, StagingFolder folder) {
    this.file = file;
    this.folder = folder;
  }

  public int batches() {
    return batches;
  }

  /** What they take on the disk. */
  public synchronized long bytes() {
    return bytes;
  }

  /**
   * @throws StagingException when the disk does not take it; the slice can only be closed then
   */
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
      throw StagingException.notTaken(e);
    }
    batches++;
    bytes += Integer.BYTES + arrow.length;
    folder.added(Integer.BYTES + arrow.length);
  }

  /**
   * Ends writing, and makes sure that all of it is there.
   *
   * @throws StagingException when it is not
   */
  public synchronized void complete() {
    DataOutputStream complete = out;
    if (complete == null) {
      return;
    }
    out = null;
    try {
      complete.close();
    } catch (IOException e) {
      throw StagingException.notTaken(e);
    }
    long found = size();
    if (found != bytes) {
      throw StagingException.cut(found, bytes);
    }
  }

  private long size() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw StagingException.lost(e);
    }
  }

  /**
   * Hands all batches to {@code rows}, one after another.
   *
   * @throws io.heddle.schema.DamagedDataException when one of them is no Arrow IPC stream
   * @throws StagingException when they cannot be read back, for one because they were closed
   */
  public void forEach(BufferAllocator allocator, Consumer<VectorSchemaRoot> rows) {
    if (batches == 0) {
      return;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
      for (int i = 0; i < batches; i++) {
        if (removed) {
          throw StagingException.notWanted();
        }
        byte[] arrow = new byte[in.readInt()];
        in.readFully(arrow);
        try (ArrowIpc.Batches decoded = ArrowIpc.decode(arrow, allocator)) {
          while (decoded.next()) {
            rows.accept(decoded.root());
          }
        }
      }
    } catch (IOException e) {
      throw StagingException.lost(e);
    }
  }

  /** Removes the file, whatever state it is in. */
  @Override
  public synchronized void close() {
    if (removed) {
      return;
    }
    removed = true;
    closeQuietly();
    folder.remove(file, bytes);
  }

  private void closeQuietly() {
    DataOutputStream unneeded = out;
    out = null;
    try {
      if (unneeded != null) {
        unneeded.close();
      }
    } catch (IOException e) {
      // What could not be written is not wanted either.
    }
  }
}
