package io.heddle.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts and stops the processes of a stack, and remembers them. */
final class Processes {
  private static final Duration POLITE = Duration.ofSeconds(20);
  private static final Duration FORCED = Duration.ofSeconds(10);
  private static final int LOG_TAIL_LINES = 25;

  private final StackFolder folder;
  private final StackState state;

  Processes(StackFolder folder, StackState state) {
    this.folder = folder;
    this.state = state;
  }

  /**
   * Starts a process; its output is appended to its log.
   *
   * @param input what it reads first; then its input ends
   */
  void start(String name, List<String> command, Map<String, String> environment, String input) {
    state
        .process(name)
        .flatMap(ProcessRecord::alive)
        .ifPresent(
            running -> {
              throw new IllegalStateException(name + " runs already, pid " + running.pid());
            });
    try {
      Files.createDirectories(folder.work(name));
      var builder =
          new ProcessBuilder(command)
              .directory(folder.work(name).toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.log(name).toFile()));
      builder.environment().putAll(environment);
      Process process = builder.start();
      state.started(ProcessRecord.of(name, process.toHandle()));
      try (OutputStream out = process.getOutputStream()) {
        out.write(input.getBytes(UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  /** Asks a process to end, waits, and ends it by force if need be. */
  void stop(String name) {
    state
        .process(name)
        .flatMap(ProcessRecord::alive)
        .ifPresent(
            process -> {
              process.destroy();
              if (!ended(process, POLITE)) {
                process.destroyForcibly();
                ended(process, FORCED);
              }
            });
    state.stopped(name);
  }

  /** Ends a process at once, as a crash would. */
  void kill(String name) {
    ProcessHandle process =
        state
            .process(name)
            .flatMap(ProcessRecord::alive)
            .orElseThrow(() -> new IllegalStateException(name + " does not run"));
    process.destroyForcibly();
    if (!ended(process, FORCED)) {
      throw new IllegalStateException(name + " survived SIGKILL");
    }
    state.stopped(name);
  }

  /** The last lines a process wrote. */
  String logTail(String name) {
    Path log = folder.log(name);
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(no log at " + log + ")";
    }
  }

  private static boolean ended(ProcessHandle process, Duration within) {
    try {
      process.onExit().get(within.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot wait for process " + process.pid(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
