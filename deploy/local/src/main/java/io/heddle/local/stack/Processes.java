package io.heddle.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Starts and stops the processes of a stack, and remembers them. */
final class Processes {
  private static final Duration POLITE = Duration.ofSeconds(20);
  private static final Duration FORCED = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(20);

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
        .running(name)
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

  /** Asks processes to end, waits for all, and ends by force what is left. */
  void stop(Collection<String> names) {
    Map<String, ProcessHandle> running = new LinkedHashMap<>();
    names.forEach(name -> state.running(name).ifPresent(process -> running.put(name, process)));
    running.values().forEach(ProcessHandle::destroy);
    long deadline = System.nanoTime() + POLITE.toNanos();
    for (ProcessHandle process : running.values()) {
      if (!endsUntil(process, deadline)) {
        process.destroyForcibly();
        endsUntil(process, System.nanoTime() + FORCED.toNanos());
      }
    }
    names.forEach(state::stopped);
  }

  /** Ends a process at once, as a crash would. */
  void kill(String name) {
    ProcessHandle process =
        state.running(name).orElseThrow(() -> new IllegalStateException(name + " does not run"));
    process.destroyForcibly();
    if (!endsUntil(process, System.nanoTime() + FORCED.toNanos())) {
      throw new IllegalStateException(name + " survived SIGKILL");
    }
    state.stopped(name);
  }

  /** What a process said last. */
  String lastWords(String name) {
    return LogTail.of(folder.log(name));
  }

  private static boolean endsUntil(ProcessHandle process, long deadline) {
    while (ProcessRecord.runs(process)) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}
