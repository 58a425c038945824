package io.heddle.ingress.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/**
 * A stream that an interrupt of its reader ends. The JDK's own streams of files do not mind one, so
 * a task that was stopped would read a large file to its end.
 */
public final class InterruptibleInput extends FilterInputStream {
  /**
   * @param in closed with this one
   */
  public InterruptibleInput(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    requireNotInterrupted();
    return in.read();
  }

  /**
   * @throws InterruptedIOException when the thread was interrupted, which it stays
   */
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    requireNotInterrupted();
    return in.read(target, offset, length);
  }

  private static void requireNotInterrupted() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the task was stopped while it read");
    }
  }
}
