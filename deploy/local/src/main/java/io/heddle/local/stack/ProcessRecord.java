package io.heddle.local.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process that was started, as it is remembered across launchers.
 *
 * @param name unique in the stack
 * @param startedAt by the operating system; tells the process from a later one with its id
 */
record ProcessRecord(String name, long pid, Instant startedAt) {
  /** Derived from ticks since boot, a start time moves a little when the clock is set. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  static ProcessRecord of(String name, ProcessHandle process) {
    return new ProcessRecord(
        name, process.pid(), process.info().startInstant().orElseGet(Instant::now));
  }

  /** The process, as long as it runs. */
  Optional<ProcessHandle> alive() {
    return ProcessHandle.of(pid).filter(ProcessRecord::runs).filter(this::isSame);
  }

  /** Whether a file changed after the process was started. */
  boolean isOlderThan(Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant().isAfter(startedAt.plus(TOLERANCE));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Whether a process runs. In a container nobody may collect what became of a process whose
   * launcher ended: it is then listed for ever, as a zombie.
   */
  static boolean runs(ProcessHandle process) {
    return process.isAlive() && !isZombie(process.pid());
  }

  private static boolean isZombie(long pid) {
    try {
      // The state follows the command, which stands in parentheses and may hold anything.
      String stat =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
      return stat.startsWith(") Z", stat.lastIndexOf(')'));
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isSame(ProcessHandle process) {
    return process
        .info()
        .startInstant()
        .map(started -> Duration.between(started, startedAt).abs().compareTo(TOLERANCE) <= 0)
        .orElse(false);
  }
}
