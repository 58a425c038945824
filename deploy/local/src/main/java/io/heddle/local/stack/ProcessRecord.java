package io.heddle.local.stack;

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
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSame);
  }

  private boolean isSame(ProcessHandle process) {
    return process
        .info()
        .startInstant()
        .map(started -> Duration.between(started, startedAt).abs().compareTo(TOLERANCE) <= 0)
        .orElse(false);
  }
}
