package io.heddle.ingress.prepare;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.LongSupplier;

/** Counts what really comes out of an archive, whatever its headers say, and stops a bomb. */
final class BoundedOutput extends FilterOutputStream {
  /** Below it a ratio says nothing: a few repeated lines shrink to almost nothing. */
  private static final long RATIO_MATTERS_FROM = 8L << 20;

  private final PrepareSettings settings;
  private final String name;
  private final LongSupplier bytesIn;
  private long bytesOut;

  /**
   * @param bytesIn how much of the input was used so far
   */
  BoundedOutput(OutputStream out, PrepareSettings settings, String name, LongSupplier bytesIn) {
    super(out);
    this.settings = settings;
    this.name = name;
    this.bytesIn = bytesIn;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    bytesOut += length;
    if (bytesOut > settings.maxBytes()) {
      throw exceeded("more than %d bytes".formatted(settings.maxBytes()));
    }
    if (bytesOut > RATIO_MATTERS_FROM
        && bytesOut / settings.maxRatio() > Math.max(1, bytesIn.getAsLong())) {
      throw exceeded("more than %d times its size".formatted(settings.maxRatio()));
    }
    out.write(bytes, offset, length);
  }

  private IngestException exceeded(String what) {
    return new IngestException(
        FailureKind.LimitExceeded,
        "%s unpacks to %s, which this installation does not allow".formatted(name, what),
        Map.of("file", name));
  }
}
