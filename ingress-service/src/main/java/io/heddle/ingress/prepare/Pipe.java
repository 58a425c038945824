package io.heddle.ingress.prepare;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.source.PrepStep;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The prepare step {@code Pipe}: a program between two files. Its streams are the files themselves,
 * so that nothing blocks when it writes messages, or stops reading early.
 */
final class Pipe {
  private static final long LOOK_EVERY_MILLIS = 100;
  private static final int TAIL_BYTES = 2000;

  private final PrepareSettings settings;

  Pipe(PrepareSettings settings) {
    this.settings = settings;
  }

  void run(PrepStep.Pipe step, Path input, String name, Path output)
      throws IOException, InterruptedException {
    Path messages = output.resolveSibling(output.getFileName() + ".stderr");
    try {
      Process process = start(step, input, output, messages);
      try {
        await(process, step, output, messages);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
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

  private static Process start(PrepStep.Pipe step, Path input, Path output, Path messages) {
    if (step.command().isEmpty()) {
      throw new IngestException(FailureKind.PipeError, "the command of Pipe is empty");
    }
    try {
      return new ProcessBuilder(step.command())
          .redirectInput(input.toFile())
          .redirectOutput(output.toFile())
          .redirectError(messages.toFile())
          .start();
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.PipeError, "%s cannot start: %s".formatted(program(step), e.getMessage()), e);
    }
  }

  private void await(Process process, PrepStep.Pipe step, Path output, Path messages)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + settings.pipeTimeout().toNanos();
    while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IngestException(
            FailureKind.PipeError,
            "%s did not end within %s".formatted(program(step), settings.pipeTimeout()));
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
          "%s writes more than %d bytes, which this installation does not allow"
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
