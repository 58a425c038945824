package io.heddle.system;

import java.io.IOException;

/** A process that stands still, as on a machine that is asleep, until this is closed. */
final class Frozen implements AutoCloseable {
  private final long pid;

  private Frozen(long pid) {
    this.pid = pid;
  }

  /** Stops a process of the stack by its name. */
  static Frozen process(String name) throws IOException, InterruptedException {
    Long pid = SharedStack.get().running().get(name);
    if (pid == null) {
      throw new IllegalStateException(name + " does not run");
    }
    signal("STOP", pid);
    return new Frozen(pid);
  }

  /** The process goes on. */
  @Override
  public void close() throws IOException, InterruptedException {
    signal("CONT", pid);
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    if (exit != 0) {
      throw new IOException("kill -%s %d ended with %d".formatted(name, pid, exit));
    }
  }
}
