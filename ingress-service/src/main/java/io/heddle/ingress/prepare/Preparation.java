package io.heddle.ingress.prepare;

import io.heddle.ingress.reach.Programs;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs the prepare steps of a source, each fed by the one before. */
public final class Preparation {
  private final Decompression decompression;
  private final Pipe pipe;

  /**
   * @param programs that {@code Pipe} may run
   */
  public Preparation(PrepareSettings settings, Programs programs) {
    this.decompression = new Decompression(settings);
    this.pipe = new Pipe(settings, programs);
  }

  /**
   * Prepares {@code input}, which itself is left as it is. Without steps the result is the input.
   *
   * @param displayName what messages call the input
   * @param read how the result will be read, which tells data in an archive from what lies beside
   *     it
   * @param folder an existing folder for the results; the caller deletes it
   * @throws IngestException when a step fails; what it wrote is gone
   * @throws UncheckedIOException when the local disk does not take what a step writes, which says
   *     nothing about the input
   */
  public PreparedFile prepare(
      Path input, String displayName, List<PrepStep> steps, ReadStep read, Path folder)
      throws InterruptedException {
    Path current = input;
    String name = displayName;
    for (int i = 0; i < steps.size(); i++) {
      Path output = folder.resolve("prepared-" + i);
      boolean done = false;
      try {
        switch (steps.get(i)) {
          case PrepStep.Decompress step ->
              name = decompression.run(step, read, current, name, output);
          case PrepStep.Pipe step -> pipe.run(step, current, name, output);
        }
        done = true;
      } catch (IOException e) {
        // What is read or run gives failures of its own; this is the disk.
        throw new UncheckedIOException(
            "step %d of prepare cannot use the local disk: %s; make room in heddle.data-dir, then trigger again"
                .formatted(i + 1, e.getMessage()),
            e);
      } finally {
        if (!current.equals(input)) {
          delete(current);
        }
        if (!done) {
          delete(output);
        }
      }
      current = output;
    }
    try {
      return new PreparedFile(current, Files.size(current), name);
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.Unreachable, "%s cannot be read: %s".formatted(name, e.getMessage()), e);
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.Internal, "%s cannot be deleted: %s".formatted(path, e.getMessage()), e);
    }
  }
}
