package io.heddle.merge.strategy;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A fixed number of longs, all zero at first: in the heap while they are few, else in a mapped
 * file, so that what many of them take is the disk's and the page cache's. The file has no name any
 * more once it is mapped; it is gone with this object, however the process ends. Not for several
 * threads.
 */
final class LongTable {
  /** 1.5 MiB. */
  static final long MOST_IN_HEAP = 3L << 16;

  private static final int CHUNK_BITS = 23;
  private static final long CHUNK_LONGS = 1L << CHUNK_BITS;
  private static final int ZEROS_BYTES = 1 << 20;

  private final long size;
  private final List<LongBuffer> chunks;

  private LongTable(long size, List<LongBuffer> chunks) {
    this.size = size;
    this.chunks = chunks;
  }

  /**
   * @param folder where the file lies if it takes one
   * @throws IngestException (LimitExceeded) when the disk has no room for it
   */
  static LongTable of(long size, Path folder) {
    return new LongTable(
        size, size <= MOST_IN_HEAP ? List.of(LongBuffer.allocate((int) size)) : map(size, folder));
  }

  private static List<LongBuffer> map(long size, Path folder) {
    try {
      Files.createDirectories(folder);
      Path file = Files.createTempFile(folder, "seen-", ".keys");
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        fill(channel, size * Long.BYTES);
        List<LongBuffer> chunks = new ArrayList<>();
        for (long from = 0; from < size; from += CHUNK_LONGS) {
          long count = Math.min(CHUNK_LONGS, size - from);
          chunks.add(
              channel
                  .map(FileChannel.MapMode.READ_WRITE, from * Long.BYTES, count * Long.BYTES)
                  .asLongBuffer());
        }
        return chunks;
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "no room in %s for the keys of the snapshot: %s".formatted(folder, e.getMessage()),
          e);
    }
  }

  /** Writes all of it: a full disk shows now, and not when a page of the mapping is touched. */
  private static void fill(FileChannel channel, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(ZEROS_BYTES);
    for (long left = bytes; left > 0; ) {
      zeros.clear().limit((int) Math.min(left, ZEROS_BYTES));
      left -= channel.write(zeros);
    }
  }

  long size() {
    return size;
  }

  long get(long index) {
    return chunks.get((int) (index >>> CHUNK_BITS)).get((int) (index & CHUNK_LONGS - 1));
  }

  void set(long index, long value) {
    chunks.get((int) (index >>> CHUNK_BITS)).put((int) (index & CHUNK_LONGS - 1), value);
  }
}
