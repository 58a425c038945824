package io.heddle.compression;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.function.LongSupplier;

/** Counts what really comes out of compressed bytes, whatever they announce, and stops a bomb. */
public final class BoundedOutput extends FilterOutputStream {
  private static final long RATIO_MATTERS_FROM = 8L << 20;

  private final UnpackLimits limits;
  private final LongSupplier bytesIn;
  private long bytesOut;

  /**
   * @param bytesIn how much of the input was used so far
   */
  public BoundedOutput(OutputStream out, UnpackLimits limits, LongSupplier bytesIn) {
    super(out);
    this.limits = limits;
    this.bytesIn = bytesIn;
  }

  /** How many bytes were written. */
  public long bytesOut() {
    return bytesOut;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * @throws UnpackLimitException when that would be more than is allowed; nothing is written
   * @throws InterruptedIOException when the thread was interrupted, which it stays
   */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    // Streams of files do not mind an interrupt, and unpacking can take minutes.
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("unpacking was stopped");
    }
    bytesOut += length;
    if (bytesOut > limits.maxBytes()) {
      throw new UnpackLimitException("more than %d bytes".formatted(limits.maxBytes()));
    }
    if (bytesOut > RATIO_MATTERS_FROM
        && bytesOut / limits.maxRatio() > Math.max(1, bytesIn.getAsLong())) {
      throw new UnpackLimitException("more than %d times its size".formatted(limits.maxRatio()));
    }
    out.write(bytes, offset, length);
  }
}
