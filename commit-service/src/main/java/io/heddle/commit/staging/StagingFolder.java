package io.heddle.commit.staging;

import io.heddle.process.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The local folder of open slices. It holds nothing that matters after a crash: what it held is
 * read from the topic again. Safe for any thread.
 */
public final class StagingFolder {
  private static final Logger log = LoggerFactory.getLogger(StagingFolder.class);

  private final Path folder;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong numbers = new AtomicLong();

  /** Works in a folder that is ours alone, and removes what a process before left there. */
  public StagingFolder(DataFolder data) {
    this.folder = data.path().resolve("staging");
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

  /**
   * Removes a file, if it is there, of {@code bytes} counted bytes. One that the disk does not let
   * go stays until the next start.
   */
  public void remove(Path file, long bytes) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("error", e.toString())
          .log("A local file cannot be removed");
    }
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
