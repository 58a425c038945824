package io.heddle.commit.staging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The local folder of open slices. It holds nothing that matters after a crash: what it held is
 * read from the topic again. Safe for any thread.
 */
public final class StagingFolder {
  private final Path folder;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong numbers = new AtomicLong();

  /** Takes a folder over, and removes what a process before left there. */
  public StagingFolder(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
      try (Stream<Path> leftovers = Files.walk(folder)) {
        leftovers
            .sorted(Comparator.reverseOrder())
            .filter(path -> !path.equals(folder))
            .forEach(StagingFolder::delete);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use " + folder + " for open slices", e);
    }
  }

  /** Bytes of all files that are there. */
  public long usedBytes() {
    return used.get();
  }

  /** An empty file for the batches of one slice. */
  public StagedBatches newSlice() {
    return new StagedBatches(newFile("batches"), this);
  }

  /** The name of a file that does not exist yet. */
  public Path newFile(String purpose) {
    return folder.resolve(
        String.format(Locale.ROOT, "%06d.%s", numbers.incrementAndGet(), purpose));
  }

  /** Counts a file of ours that was written. */
  public void added(long bytes) {
    used.addAndGet(bytes);
  }

  /** Removes a file of {@code bytes} counted bytes. */
  public void remove(Path file, long bytes) {
    delete(file);
    used.addAndGet(-bytes);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
