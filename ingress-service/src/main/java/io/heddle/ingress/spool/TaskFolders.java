package io.heddle.ingress.spool;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.process.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The local working folder of this process, with one folder below it for each task that runs. What
 * a killed process left behind is removed at start.
 */
public final class TaskFolders implements AutoCloseable {
  private final DataFolder data;
  private final Path root;
  private final AtomicLong next = new AtomicLong();

  private TaskFolders(DataFolder data, Path root) {
    this.data = data;
    this.root = root;
  }

  /**
   * Takes possession of {@code dataDir}.
   *
   * @throws IllegalStateException when another process works there
   */
  public static TaskFolders open(Path dataDir) {
    DataFolder data = DataFolder.lock(dataDir);
    try {
      Path root = Files.createDirectories(dataDir.resolve("tasks"));
      try (Stream<Path> leftovers = Files.list(root)) {
        leftovers.forEach(TaskFolders::delete);
      }
      return new TaskFolders(data, root);
    } catch (IOException e) {
      data.close();
      throw new UncheckedIOException("the folder %s cannot be used".formatted(dataDir), e);
    }
  }

  /** A new, empty folder; whatever is in it when it is closed is deleted. */
  public TaskFolder create() {
    try {
      return new TaskFolder(Files.createDirectory(root.resolve("task-" + next.getAndIncrement())));
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.LimitExceeded, "no folder for the task: " + e.getMessage(), e);
    }
  }

  /** The folder of one task. */
  public record TaskFolder(Path path) implements AutoCloseable {
    @Override
    public void close() {
      delete(path);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be deleted".formatted(folder), e);
    }
  }

  @Override
  public void close() {
    data.close();
  }
}
