package io.heddle.local.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Held by the process that starts or stops others of a supervised stack, so that nobody starts what
 * is just being stopped. It goes with the process that held it.
 */
record StackLock(Path file) {

  /** Waits until no other process holds it, and does the work. */
  void during(Runnable work) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      work.run();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file, e);
    }
  }
}
