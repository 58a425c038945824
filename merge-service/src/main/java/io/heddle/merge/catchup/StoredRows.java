package io.heddle.merge.catchup;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.schema.DataSchema;
import io.heddle.slice.SliceReader;
import io.heddle.slice.SliceSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.TransferPair;
import org.jspecify.annotations.Nullable;

/**
 * Fetches data files and hands their rows over, a few batches ahead of the receiver. Run by a
 * thread of the pool; polled and closed by the receiver.
 */
final class StoredRows implements RowStream, Runnable {
  private static final int BATCHES_AHEAD = 4;
  private static final long LOOK_UP_MILLIS = 100;

  private final DatasetStorage storage;
  private final List<Sighting.SliceBlock> slices;
  private final DataSchema schema;
  private final Path scratch;
  private final BufferAllocator allocator;
  private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(BATCHES_AHEAD);
  private volatile boolean closed;

  StoredRows(
      DatasetStorage storage,
      List<Sighting.SliceBlock> slices,
      DataSchema schema,
      Path scratch,
      BufferAllocator allocator) {
    this.storage = storage;
    this.slices = List.copyOf(slices);
    this.schema = schema;
    this.scratch = scratch;
    this.allocator = allocator;
  }

  @Override
  public @Nullable Piece poll() {
    return pieces.poll();
  }

  @Override
  public void close() {
    closed = true;
    drain();
  }

  /** A piece may slip in behind a close, so both sides look after it. */
  private void drain() {
    for (Piece piece = pieces.poll(); piece != null; piece = pieces.poll()) {
      if (piece instanceof Piece.Rows(VectorSchemaRoot rows)) {
        rows.close();
      }
    }
  }

  @Override
  public void run() {
    try {
      for (Sighting.SliceBlock slice : slices) {
        read(slice);
        hand(new Piece.SliceEnd(slice.block()));
      }
      hand(new Piece.End());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      reportFailure(e);
    }
  }

  private void reportFailure(Exception failure) {
    try {
      hand(new Piece.Failed(failure));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(Sighting.SliceBlock slice) throws IOException, InterruptedException {
    if (closed) {
      return;
    }
    Path file = Files.createTempFile(scratch, "slice-", ".parquet");
    try {
      fetch(slice, file);
      try (SliceReader reader = SliceReader.open(SliceSource.of(file), schema, allocator)) {
        while (!closed && reader.next()) {
          hand(new Piece.Rows(takeOver(reader.root())));
        }
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void fetch(Sighting.SliceBlock slice, Path file) throws IOException {
    try (InputStream in = open(slice)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private InputStream open(Sighting.SliceBlock slice) throws IOException {
    return storage
        .open(StorageArea.DATA, slice.data().physicalHash())
        .orElseThrow(() -> new NoSuchFileException("data file " + slice.data().physicalHash()));
  }

  /** The reader fills its root anew; the rows move into one of their own. */
  private VectorSchemaRoot takeOver(VectorSchemaRoot root) {
    List<FieldVector> vectors =
        root.getFieldVectors().stream()
            .map(
                vector -> {
                  TransferPair pair = vector.getTransferPair(allocator);
                  pair.transfer();
                  return (FieldVector) pair.getTo();
                })
            .toList();
    return new VectorSchemaRoot(root.getSchema().getFields(), vectors, root.getRowCount());
  }

  private void hand(Piece piece) throws InterruptedException {
    while (!closed) {
      if (pieces.offer(piece, LOOK_UP_MILLIS, TimeUnit.MILLISECONDS)) {
        if (closed) {
          drain();
        }
        return;
      }
    }
    if (piece instanceof Piece.Rows(VectorSchemaRoot rows)) {
      rows.close();
    }
  }
}
