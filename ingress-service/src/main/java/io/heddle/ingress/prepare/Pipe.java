package io.heddle.ingress.prepare;

import io.heddle.ingress.reach.Programs;
import io.heddle.odf.PrepStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The prepare step {@code Pipe}: a program between two files. Its streams are the files themselves,
 * so that nothing blocks when it writes messages, or stops reading early. It is one of the programs
 * that the operator allows, sees no environment but the one made for it, and is gone with all that
 * it started when the step ends.
 */
final class Pipe {
  private static final long FIRST_LOOK_MILLIS = 5;
  private static final long LOOK_EVERY_MILLIS = 100;
  private static final int TAIL_BYTES = 2000;

  private final PrepareSettings settings;
  private final Programs programs;

  Pipe(PrepareSettings settings, Programs programs) {
    this.settings = settings;
    this.programs = programs;
  }

  void run(PrepStep.Pipe step, Path input, String name, Path output)
      throws IOException, InterruptedException {
    Path messages = output.resolveSibling(output.getFileName() + ".stderr");
    try {
      Process process = start(step, input, output, messages);
      Set<ProcessHandle> started = new HashSet<>();
      try {
        await(process, step, output, messages, started);
      } finally {
        end(process, started);
      }
      if (process.exitValue() != 0) {
        String tail = tail(messages);
        throw new IngestException(
            FailureKind.PipeError,
            "%s failed on %s with exit code %d%s"
                .formatted(
                    program(step),
                    name,
                    process.exitValue(),
                    tail.isBlank() ? " and no message" : ": " + tail.strip()),
            Map.of("file", name, "exitCode", process.exitValue()));
      }
    } finally {
      Files.deleteIfExists(messages);
    }
  }

  /**
   * Ends what runs, and what it started. A process whose parent has ended is nobody's descendant
   * any more, so those that were seen before count as well.
   */
  private static void end(Process process, Set<ProcessHandle> started) {
    process.descendants().forEach(started::add);
    process.destroyForcibly();
    for (ProcessHandle each : started) {
      each.descendants().forEach(ProcessHandle::destroyForcibly);
      each.destroyForcibly();
    }
  }

  private Process start(PrepStep.Pipe step, Path input, Path output, Path messages) {
    if (step.command().isEmpty()) {
      throw new IngestException(FailureKind.PipeError, "the command of Pipe is empty");
    }
    List<String> command = new ArrayList<>(step.command());
    command.set(0, programs.require(command.getFirst()).toString());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Objects.requireNonNull(output.toAbsolutePath().getParent()).toFile())
            .redirectInput(input.toFile())
            .redirectOutput(output.toFile())
            .redirectError(messages.toFile());
    builder.environment().clear();
    builder.environment().putAll(programs.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.PipeError, "%s cannot start: %s".formatted(program(step), e.getMessage()), e);
    }
  }

  private void await(
      Process process, PrepStep.Pipe step, Path output, Path messages, Set<ProcessHandle> started)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + settings.pipeTimeout().toNanos();
    long pause = FIRST_LOOK_MILLIS;
    while (!process.waitFor(pause, TimeUnit.MILLISECONDS)) {
      pause = Math.min(2 * pause, LOOK_EVERY_MILLIS);
      process.descendants().forEach(started::add);
      if (System.nanoTime() - deadline > 0) {
        throw new IngestException(
            FailureKind.PipeError,
            "%s did not end within %s (heddle.fetch.pipe-timeout)"
                .formatted(program(step), settings.pipeTimeout()));
      }
      checkSize(step, output);
      checkSize(step, messages);
    }
    checkSize(step, output);
  }

  private void checkSize(PrepStep.Pipe step, Path file) throws IOException {
    if (Files.exists(file) && Files.size(file) > settings.maxBytes()) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "%s writes more than %d bytes, the limit of this installation (heddle.fetch.max-bytes)"
              .formatted(program(step), settings.maxBytes()));
    }
  }

  private static String tail(Path messages) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(messages.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - TAIL_BYTES));
      byte[] bytes = new byte[(int) Math.min(TAIL_BYTES, file.length())];
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static String program(PrepStep.Pipe step) {
    return "program \"%s\"".formatted(step.command().getFirst());
  }
}
