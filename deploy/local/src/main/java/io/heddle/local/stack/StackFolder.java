package io.heddle.local.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The one folder in which a stack keeps everything. */
public record StackFolder(Path root) {
  public StackFolder {
    root = root.toAbsolutePath().normalize();
  }

  Path kafka() {
    return root.resolve("kafka");
  }

  Path s3() {
    return root.resolve("s3");
  }

  Path s3Keys() {
    return root.resolve("s3-keys");
  }

  Path state() {
    return root.resolve("stack.json");
  }

  StackLock lock() {
    return new StackLock(root.resolve("stack.lock"));
  }

  /** Where a process may keep what it can do without. */
  public Path work(String process) {
    return root.resolve("work").resolve(process);
  }

  /** Everything that a process said. */
  public Path log(String process) {
    return root.resolve("logs").resolve(process + ".log");
  }

  void create() throws IOException {
    Files.createDirectories(root.resolve("logs"));
    Files.createDirectories(root.resolve("work"));
  }

  /** Deletes the folder. Its stack must be down. */
  public void wipe() {
    delete(root);
  }

  /** Deletes a folder with all it holds, if it exists. */
  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> content = Files.walk(folder)) {
      for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }
}
