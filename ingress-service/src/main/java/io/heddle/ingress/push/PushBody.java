package io.heddle.ingress.push;

import io.heddle.compression.BoundedOutput;
import io.heddle.compression.DamagedCompressionException;
import io.heddle.compression.GzipMembers;
import io.heddle.compression.UnpackLimitException;
import io.heddle.compression.UnpackLimits;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The body of a push on local disk, unpacked. */
record PushBody(Path file, long bytes) {
  private static final int CHUNK_BYTES = 64 * 1024;

  /**
   * @param contentDigest as in RFC 9530, checked when present
   * @throws ProblemException when it is too large, packed in an unknown way, damaged, or its sender
   *     hung up
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
    return switch (encoding.toLowerCase(Locale.ROOT)) {
      case "", "identity" -> new PushBody(file, copy(body, maxBytes, file));
      case "gzip" -> new PushBody(file, unzip(body, maxBytes, file));
      default ->
          throw new ProblemException(
              Problem.UNSUPPORTED_MEDIA_TYPE,
              "Content-Encoding %s is not supported; supported: gzip, identity"
                  .formatted(encoding));
    };
  }

  private static long unzip(InputStream body, long maxBytes, Path file) throws IOException {
    GzipMembers members = new GzipMembers(body);
    try (OutputStream out = Files.newOutputStream(file);
        BoundedOutput bounded =
            new BoundedOutput(out, new UnpackLimits(maxBytes, Long.MAX_VALUE), members::bytesIn)) {
      members.copyTo(bounded);
      return bounded.bytesOut();
    } catch (DamagedCompressionException e) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST, "the body is not whole gzip: " + e.getMessage());
    } catch (UnpackLimitException e) {
      throw tooLarge(maxBytes);
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
      throw tooLarge(maxBytes);
    }
  }

  private static ProblemException tooLarge(long maxBytes) {
    return new ProblemException(
        Problem.PAYLOAD_TOO_LARGE,
        "the body has more than %d bytes; push in several requests".formatted(maxBytes));
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
      byte[] one = new byte[1];
      int count = read(one, 0, 1);
      return count < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count;
      try {
        count = super.read(target, offset, length);
      } catch (IOException e) {
        throw new ProblemException(
            Problem.MALFORMED_REQUEST,
            "the request ended before its body did: %s; nothing was stored"
                .formatted(e.getMessage()));
      }
      if (count > 0) {
        bytes += count;
        refuseLarger(bytes, maxBytes);
      }
      return count;
    }
  }
}
