package io.heddle.ingress.fetch;

import io.heddle.notation.GlobPattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** A file that fits a glob. They are ordered by their name without folders, by character codes. */
record GlobMatch(Path path, String name, Instant modified) implements Comparable<GlobMatch> {
  /** Endings by which writers mark what they have not finished. */
  private static final List<String> UNFINISHED = List.of(".tmp", ".part");

  /** A file of which only the name is remembered. */
  static GlobMatch remembered(String name) {
    return new GlobMatch(Path.of(name), name, Instant.MIN);
  }

  /** The regular files that fit, in no order. Links are followed. */
  static List<GlobMatch> find(GlobPattern pattern) {
    Path folder = Path.of(pattern.fixedFolder());
    List<GlobMatch> matches = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return matches;
    }
    try {
      Files.walkFileTree(
          folder,
          EnumSet.of(FileVisitOption.FOLLOW_LINKS),
          pattern.depth(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              String name = file.getFileName().toString();
              if (attributes.isRegularFile()
                  && pattern.matches(file.toString())
                  && UNFINISHED.stream()
                      .noneMatch(end -> name.endsWith(end) && !pattern.toString().endsWith(end))) {
                matches.add(new GlobMatch(file, name, attributes.lastModifiedTime().toInstant()));
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (e instanceof FileSystemLoopException || Files.notExists(file)) {
                return FileVisitResult.CONTINUE;
              }
              throw e;
            }
          });
    } catch (IOException e) {
      throw LocalFiles.cannotRead(folder, e);
    }
    return matches;
  }

  @Override
  public int compareTo(GlobMatch other) {
    // As UTF-8, whose order is that of the characters; that of Java's texts is not always.
    return Arrays.compareUnsigned(
        name.getBytes(StandardCharsets.UTF_8), other.name.getBytes(StandardCharsets.UTF_8));
  }
}
