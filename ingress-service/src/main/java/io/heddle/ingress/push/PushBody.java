package io.heddle.ingress.push;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The body of a push on local disk, unpacked. */
record PushBody(Path file, long bytes) {
  private static final int CHUNK_BYTES = 64 * 1024;

  /**
   * @param contentDigest as in RFC 9530, checked when present
   * @throws ProblemException when it is too large, packed in an unknown way, or damaged
   */
  static PushBody receive(
      InputStream body,
      @Nullable String contentEncoding,
      @Nullable String contentDigest,
      long maxBytes,
      Path file)
      throws IOException {
    Bounded bounded = new Bounded(body, maxBytes);
    if (contentDigest == null) {
      return unpack(bounded, contentEncoding, maxBytes, file);
    }
    BodyDigest digest = BodyDigest.of(contentDigest);
    try (DigestInputStream digested = new DigestInputStream(bounded, digest.running())) {
      PushBody received = unpack(digested, contentEncoding, maxBytes, file);
      // What an unpacker leaves unread belongs to the body all the same.
      digested.transferTo(OutputStream.nullOutputStream());
      digest.check();
      return received;
    }
  }

  private static PushBody unpack(
      InputStream body, @Nullable String contentEncoding, long maxBytes, Path file)
      throws IOException {
    String encoding = contentEncoding == null ? "identity" : contentEncoding.strip();
    switch (encoding.toLowerCase(Locale.ROOT)) {
      case "identity" -> {
        return new PushBody(file, copy(body, maxBytes, file));
      }
      case "gzip" -> {
        try {
          return new PushBody(file, copy(new GZIPInputStream(body), maxBytes, file));
        } catch (ZipException | EOFException e) {
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
  private static final class Bounded extends FilterInputStream {
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
