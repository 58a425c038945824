package io.heddle.merge.catchup;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.schema.DataSchema;
import io.heddle.slice.SliceReader;
import io.heddle.slice.SliceSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.TransferPair;
import org.jspecify.annotations.Nullable;

/**
 * Fetches data files and hands their rows over, a few batches ahead of the receiver. It is run by
 * the threads of a pool, one at a time, and gives its thread back after each file and when the
 * receiver is behind; polled and closed by the receiver.
 */
final class StoredRows implements RowStream {
  private static final int BATCHES_AHEAD = 4;

  private final DatasetStorage storage;
  private final Iterator<Sighting.SliceBlock> slices;
  private final DataSchema schema;
  private final Path scratch;
  private final BufferAllocator allocator;
  private final Executor pool;
  private final OpenFiles openFiles;

  // Guarded by this.
  private final Queue<Piece> pieces = new ArrayDeque<>();
  private boolean scheduled;

  /** Whether others have to close a file first. */
  private boolean waiting;

  private boolean ended;
  private boolean closed;

  // Of whichever thread runs; handed on by the guard above.
  private @Nullable OpenSlice open;

  /** A data file that is being read. */
  private record OpenSlice(Sighting.SliceBlock slice, Path file, SliceReader reader) {
    void close() throws IOException {
      try (reader) {
        Files.deleteIfExists(file);
      }
    }
  }

  StoredRows(
      DatasetStorage storage,
      List<Sighting.SliceBlock> slices,
      DataSchema schema,
      Path scratch,
      BufferAllocator allocator,
      Executor pool,
      OpenFiles openFiles) {
    this.storage = storage;
    this.slices = List.copyOf(slices).iterator();
    this.schema = schema;
    this.scratch = scratch;
    this.allocator = allocator;
    this.pool = pool;
    this.openFiles = openFiles;
  }

  void start() {
    schedule();
  }

  private void schedule() {
    synchronized (this) {
      if (scheduled || waiting || closed || ended || pieces.size() >= BATCHES_AHEAD) {
        return;
      }
      scheduled = true;
    }
    try {
      pool.execute(this::run);
    } catch (RejectedExecutionException e) {
      synchronized (this) {
        scheduled = false;
      }
      throw e;
    }
  }

  @Override
  public @Nullable Piece poll() {
    Piece next;
    synchronized (this) {
      next = pieces.poll();
    }
    schedule();
    return next;
  }

  @Override
  public void close() {
    boolean mine;
    synchronized (this) {
      closed = true;
      mine = !scheduled;
    }
    if (mine) {
      letGo();
    }
  }

  /**
   * Produces until the receiver is behind, a file has ended, or nothing is left or may be opened.
   */
  private void run() {
    try {
      boolean goOn = true;
      while (goOn) {
        Piece piece = produce();
        goOn = piece != null && hand(piece);
      }
    } catch (IOException | RuntimeException | Error e) {
      // Whoever waits for rows must learn of it, whatever it was.
      hand(new Piece.Failed(e));
    }
    boolean over;
    synchronized (this) {
      scheduled = false;
      over = closed;
    }
    if (over) {
      letGo();
    } else {
      schedule();
    }
  }

  /**
   * @return null: another file has to be closed first
   */
  private @Nullable Piece produce() throws IOException {
    OpenSlice current = open;
    if (current == null) {
      if (!slices.hasNext()) {
        return new Piece.End();
      }
      if (!mayOpen()) {
        return null;
      }
      current = open(slices.next());
      open = current;
    }
    if (current.reader().next()) {
      return new Piece.Rows(takeOver(current.reader().root()));
    }
    closeFile(current);
    return new Piece.SliceEnd(current.slice().block());
  }

  private boolean mayOpen() {
    synchronized (this) {
      waiting = true;
    }
    boolean may = openFiles.take(this::tryAgain);
    if (may) {
      synchronized (this) {
        waiting = false;
      }
    }
    return may;
  }

  private void tryAgain() {
    synchronized (this) {
      waiting = false;
    }
    schedule();
  }

  private void closeFile(OpenSlice current) throws IOException {
    open = null;
    try {
      current.close();
    } finally {
      openFiles.giveBack();
    }
  }

  /**
   * @return whether to produce another one at once
   */
  private synchronized boolean hand(Piece piece) {
    pieces.add(piece);
    boolean more = piece instanceof Piece.Rows;
    ended = piece instanceof Piece.End || piece instanceof Piece.Failed;
    return more && !closed && pieces.size() < BATCHES_AHEAD;
  }

  /** Frees what is held; once it is closed and nobody runs it. */
  private void letGo() {
    Piece piece;
    while ((piece = next()) != null) {
      if (piece instanceof Piece.Rows(VectorSchemaRoot rows)) {
        rows.close();
      }
    }
    OpenSlice current = open;
    if (current != null) {
      try {
        closeFile(current);
      } catch (IOException e) {
        throw new UncheckedIOException("a data file that was read stays behind", e);
      }
    }
  }

  private synchronized @Nullable Piece next() {
    return pieces.poll();
  }

  private OpenSlice open(Sighting.SliceBlock slice) throws IOException {
    Path file = null;
    boolean opened = false;
    try {
      file = Files.createTempFile(scratch, "slice-", ".parquet");
      try (InputStream in = content(slice)) {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      }
      SliceReader reader = SliceReader.open(SliceSource.of(file), schema, allocator);
      opened = true;
      return new OpenSlice(slice, file, reader);
    } finally {
      if (!opened) {
        openFiles.giveBack();
        if (file != null) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private InputStream content(Sighting.SliceBlock slice) throws IOException {
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
}
