package io.heddle.ingress.fetch;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Files of this machine, which are read in place and never changed. */
final class LocalFiles {
  private static final int LOOKS = 5;

  private final List<Path> folders;
  private final Duration quietPeriod;

  LocalFiles(FetchSettings settings) {
    this.folders = settings.localFolders().stream().map(LocalFiles::real).toList();
    this.quietPeriod = settings.quietPeriod();
  }

  /**
   * Takes a file as it is now, once its size and modification time stand still.
   *
   * @throws IngestException (NotFound) when there is no such file, (Unreachable) when it must not
   *     be read or goes on changing
   */
  FetchedFile take(Path path) throws InterruptedException {
    requireAllowed(path);
    try {
      FetchedFile.Stamp stamp = FetchedFile.Stamp.of(path);
      for (int look = 0; isFresh(stamp); look++) {
        if (look == LOOKS) {
          throw new IngestException(
              FailureKind.Unreachable,
              "%s is still being written; the next run looks again".formatted(path),
              Map.of("file", path.toString()));
        }
        Thread.sleep(quietPeriod);
        FetchedFile.Stamp next = FetchedFile.Stamp.of(path);
        if (next.equals(stamp)) {
          break;
        }
        stamp = next;
      }
      if (!Files.isRegularFile(path)) {
        throw notFound(path, "is no regular file");
      }
      return new FetchedFile(path, stamp.bytes(), stamp, null, null, path.toString());
    } catch (NoSuchFileException e) {
      throw notFound(path, "does not exist");
    } catch (IOException e) {
      throw cannotRead(path, e);
    }
  }

  /** A time in the future is no sign of a writer at work, but of a wrong clock. */
  private boolean isFresh(FetchedFile.Stamp stamp) {
    Instant now = Instant.now();
    return stamp.modified().isAfter(now.minus(quietPeriod)) && !stamp.modified().isAfter(now);
  }

  /**
   * @throws IngestException (Unreachable) when the installation does not open the file's folder
   */
  void requireAllowed(Path path) {
    if (folders.isEmpty()) {
      return;
    }
    Path real = real(path);
    if (folders.stream().noneMatch(real::startsWith)) {
      throw new IngestException(
          FailureKind.Unreachable,
          "%s does not lie in a folder that this installation opens for sources".formatted(path),
          Map.of("file", path.toString()));
    }
  }

  /** Without links, so that none leads out of an allowed folder. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  static IngestException cannotRead(Path path, IOException e) {
    return new IngestException(
        FailureKind.Unreachable,
        "%s cannot be read: %s".formatted(path, e.getClass().getSimpleName()),
        e);
  }

  private static IngestException notFound(Path path, String why) {
    return new IngestException(
        FailureKind.NotFound, "file %s %s".formatted(path, why), Map.of("file", path.toString()));
  }
}
