package io.heddle.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which a service keeps what it works with, for one process alone. It is locked
 * before anything in it is touched, and until it is closed or the process ends, however that
 * happens.
 */
public final class DataFolder implements AutoCloseable {
  private final Path path;
  private final FileChannel lockFile;
  private final FileLock lock;

  private DataFolder(Path path, FileChannel lockFile, FileLock lock) {
    this.path = path;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /**
   * Takes possession of a folder, which is made if it is missing.
   *
   * @throws IllegalStateException when another process, or another part of this one, works there
   * @throws UncheckedIOException when it cannot be used
   */
  public static DataFolder lock(Path path) {
    try {
      Files.createDirectories(path);
      FileChannel lockFile =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(lockFile);
      if (lock == null) {
        lockFile.close();
        throw new IllegalStateException(
            "another process works in %s; give each its own heddle.data-dir".formatted(path));
      }
      return new DataFolder(path, lockFile, lock);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder %s cannot be used".formatted(path), e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (lockFile) {
      lock.release();
    } catch (IOException e) {
      throw new UncheckedIOException("the lock of %s cannot be released".formatted(path), e);
    }
  }
}
