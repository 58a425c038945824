package io.heddle.ingress.reach;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The local folders whose files sources may read. */
public final class FolderReach {
  private static final String FOLDERS = "heddle.reach.folders";

  private final List<Path> folders;

  /**
   * @param folders with all that lies below them; none: no file may be read
   */
  public FolderReach(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /**
   * Where a path leads without links and dots, so that none leads out of the allowed folders.
   *
   * @param path need not exist
   * @return the place itself, to be read in place of {@code path}
   * @throws IngestException (Unsupported) when it does not lie in an allowed folder
   */
  public Path require(Path path) {
    Path real = real(path.toAbsolutePath());
    if (folders.stream().noneMatch(folder -> real.startsWith(real(folder.toAbsolutePath())))) {
      throw new IngestException(
          FailureKind.Unsupported,
          "%s does not lie in a folder that sources may read; the operator decides by %s (now: %s)"
              .formatted(
                  path,
                  FOLDERS,
                  folders.isEmpty()
                      ? "none"
                      : String.join(",", folders.stream().map(Path::toString).toList())),
          Map.of("file", path.toString()));
    }
    return real;
  }

  /** What does not exist lies where its folder would, if that existed. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      Path parent = path.getParent();
      Path name = path.getFileName();
      if (parent == null || name == null || Files.isSymbolicLink(path)) {
        return path.normalize();
      }
      return real(parent).resolve(name).normalize();
    }
  }
}
