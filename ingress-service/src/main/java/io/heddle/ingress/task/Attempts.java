package io.heddle.ingress.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.hash.Sha3;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Counts how often a task was begun by this process and its predecessors in the same folder without
 * coming to an end, which means that it brought them down. The marker is a small file: it has to
 * survive a kill, and needs nothing that the task could have broken.
 *
 * <p>The count is per working folder. A task that brings down one instance is delivered to the
 * next, so with several instances each of them is brought down as often at most.
 */
public final class Attempts {
  /** A task that was begun so often and never ended is not begun again. */
  public static final int MAX = 3;

  private final Path folder;

  public Attempts(Path dataDir) {
    try {
      this.folder = Files.createDirectories(dataDir.resolve("attempts"));
    } catch (IOException e) {
      throw new UncheckedIOException("the folder %s cannot be used".formatted(dataDir), e);
    }
  }

  /** How often the task was begun without coming to an end. */
  public int count(String taskId) {
    return read(marker(taskId));
  }

  /** Notes that the task is begun. */
  public void begin(String taskId) {
    Path marker = marker(taskId);
    int before = read(marker);
    try {
      // Written aside and renamed, so that a kill leaves the old count or the new one.
      Path next = marker.resolveSibling(marker.getFileName() + ".next");
      Files.writeString(next, Integer.toString(before + 1));
      Files.move(next, marker, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be written".formatted(marker), e);
    }
  }

  /** The task came to an end, or is given up in order. */
  public void end(String taskId) {
    try {
      Files.deleteIfExists(marker(taskId));
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be deleted".formatted(marker(taskId)), e);
    }
  }

  /** An unreadable marker counts as absent. */
  private static int read(Path marker) {
    try {
      return Files.exists(marker) ? Integer.parseInt(Files.readString(marker)) : 0;
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  private Path marker(String taskId) {
    return folder.resolve(Sha3.hash(taskId.getBytes(UTF_8)).toString());
  }
}
