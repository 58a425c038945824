package io.heddle.ingress.fetch;

import io.heddle.ingress.reach.FolderReach;
import io.heddle.problem.CauseText;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Files of this machine, which are read in place and never changed. */
final class LocalFiles {
  private static final int LOOKS = 5;

  private final FolderReach folders;
  private final Duration quietPeriod;

  LocalFiles(FetchSettings settings) {
    this.folders = settings.folders();
    this.quietPeriod = settings.quietPeriod();
  }

  /**
   * Takes a file as it is now, once its size and modification time stand still.
   *
   * @throws IngestException (NotFound) when there is no such file, (Unsupported) when it must not
   *     be read, (Unreachable) when it goes on changing
   */
  FetchedFile take(Path named) throws InterruptedException {
    // Read where it really lies: a link could lead elsewhere a moment later.
    Path path = folders.require(named);
    try {
      FetchedFile.Stamp stamp = FetchedFile.Stamp.of(path);
      for (int look = 0; isFresh(stamp); look++) {
        if (look == LOOKS) {
          throw new IngestException(
              FailureKind.Unreachable,
              "%s is still being written; the next run looks again".formatted(named),
              Map.of("file", named.toString()));
        }
        Thread.sleep(quietPeriod);
        FetchedFile.Stamp next = FetchedFile.Stamp.of(path);
        if (next.equals(stamp)) {
          break;
        }
        stamp = next;
      }
      if (!Files.isRegularFile(path)) {
        throw notFound(named, "is no regular file");
      }
      return new FetchedFile(path, stamp.bytes(), stamp, null, null, named.toString());
    } catch (NoSuchFileException e) {
      throw notFound(named, "does not exist");
    } catch (IOException e) {
      throw cannotRead(named, e);
    }
  }

  /** A time in the future is no sign of a writer at work, but of a wrong clock. */
  private boolean isFresh(FetchedFile.Stamp stamp) {
    Instant now = Instant.now();
    return stamp.modified().isAfter(now.minus(quietPeriod)) && !stamp.modified().isAfter(now);
  }

  static IngestException cannotRead(Path path, IOException e) {
    String why = CauseText.of(e);
    return new IngestException(
        FailureKind.Unreachable,
        "cannot read " + (e instanceof FileSystemException ? why : path + ": " + why),
        e);
  }

  private static IngestException notFound(Path path, String why) {
    return new IngestException(
        FailureKind.NotFound, "file %s %s".formatted(path, why), Map.of("file", path.toString()));
  }
}
