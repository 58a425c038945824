package io.heddle.ingress.push;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The body of a push on local disk, unpacked. */
record PushBody(Path file, long bytes) {
  private static final int CHUNK_BYTES = 64 * 1024;

  /**
   * @throws ProblemException when it is too large, packed in an unknown way, or damaged
   */
  static PushBody receive(
      InputStream body, @Nullable String contentEncoding, long maxBytes, Path file)
      throws IOException {
    String encoding = contentEncoding == null ? "identity" : contentEncoding.strip();
    Bounded bounded = new Bounded(body, maxBytes);
    switch (encoding.toLowerCase(java.util.Locale.ROOT)) {
      case "identity" -> {
        return new PushBody(file, copy(bounded, maxBytes, file));
      }
      case "gzip" -> {
        try (GZIPInputStream unpacked = new GZIPInputStream(bounded)) {
          return new PushBody(file, copy(unpacked, maxBytes, file));
        } catch (ZipException | java.io.EOFException e) {
          throw new ProblemException(
              Problem.MALFORMED_REQUEST, "the body is not whole gzip: " + e.getMessage());
        }
      }
      default ->
          throw new ProblemException(
              Problem.UNSUPPORTED_MEDIA_TYPE,
              "Content-Encoding %s is not supported; supported: gzip, identity"
                  .formatted(encoding));
    }
  }

  private static long copy(InputStream in, long maxBytes, Path file) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    long bytes = 0;
    try (OutputStream out = Files.newOutputStream(file)) {
      int count;
      while ((count = in.read(chunk)) >= 0) {
        bytes += count;
        refuseLarger(bytes, maxBytes);
        out.write(chunk, 0, count);
      }
    }
    return bytes;
  }

  private static void refuseLarger(long bytes, long maxBytes) {
    if (bytes > maxBytes) {
      throw new ProblemException(
          Problem.PAYLOAD_TOO_LARGE,
          "the body has more than %d bytes; push in several requests".formatted(maxBytes));
    }
  }

  /** Counts what comes over the wire. */
  private static final class Bounded extends java.io.FilterInputStream {
    private final long maxBytes;
    private long bytes;

    Bounded(InputStream in, long maxBytes) {
      super(in);
      this.maxBytes = maxBytes;
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      if (value >= 0) {
        refuseLarger(++bytes, maxBytes);
      }
      return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = super.read(target, offset, length);
      if (count > 0) {
        bytes += count;
        refuseLarger(bytes, maxBytes);
      }
      return count;
    }
  }
}
