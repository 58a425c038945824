package io.heddle.local.stack;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where this project was checked out. */
public final class ProjectRoot {
  private ProjectRoot() {}

  /** The first folder from the working directory upwards that holds the start script. */
  public static Path find() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isRegularFile(folder.resolve("heddle"))
          && Files.isDirectory(folder.resolve("shared-model"))) {
        return folder;
      }
    }
    throw new IllegalStateException(start + " is not inside a checkout of Heddle");
  }

  /** The folder of all local stacks: {@code HEDDLE_HOME}, or {@code .heddle} of the checkout. */
  public static Path home() {
    String home = System.getenv("HEDDLE_HOME");
    return home == null || home.isBlank() ? find().resolve(".heddle") : Path.of(home);
  }
}
