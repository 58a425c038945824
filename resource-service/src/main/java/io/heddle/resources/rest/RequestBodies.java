package io.heddle.resources.rest;

import io.heddle.compression.BoundedOutput;
import io.heddle.compression.DamagedCompressionException;
import io.heddle.compression.GzipMembers;
import io.heddle.compression.UnpackLimitException;
import io.heddle.compression.UnpackLimits;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of requests whole, unpacked, and never more than is allowed. */
@ApplicationScoped
public class RequestBodies {
  /** Manifests repeat themselves; what is packed tighter is no text. */
  private static final int MAX_RATIO = 1000;

  private final long maxBytes;

  @Inject
  RequestBodies(ResourcesConfig config) {
    this(config.maxRequestSize().asLongValue());
  }

  RequestBodies(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * @throws ProblemException when it is too large, damaged, or in another coding than gzip
   */
  public byte[] read(InputStream body, HttpHeaders headers) {
    return read(body, headers.getHeaderString(HttpHeaders.CONTENT_ENCODING));
  }

  byte[] read(InputStream body, @Nullable String coding) {
    try {
      return unpack(body, coding == null ? "identity" : coding.strip().toLowerCase(Locale.ROOT));
    } catch (UnpackLimitException e) {
      throw new ProblemException(
          Problem.PAYLOAD_TOO_LARGE, "the body unpacks to " + e.getMessage());
    } catch (DamagedCompressionException e) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST, "the body is not whole in gzip: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("the body cannot be read", e);
    }
  }

  private byte[] unpack(InputStream body, String coding) throws IOException {
    return switch (coding) {
      case "identity", "" -> plain(body);
      case "gzip", "x-gzip" -> unpacked(body);
      default ->
          throw new ProblemException(
              Problem.UNSUPPORTED_MEDIA_TYPE,
              "a body in the coding '%s' is not understood; supported are gzip and identity"
                  .formatted(coding));
    };
  }

  private byte[] plain(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes((int) Math.min(maxBytes + 1, Integer.MAX_VALUE - 8));
    if (bytes.length > maxBytes) {
      throw new ProblemException(
          Problem.PAYLOAD_TOO_LARGE,
          "the body has more than the %d bytes that are allowed".formatted(maxBytes));
    }
    return bytes;
  }

  private byte[] unpacked(InputStream body) throws IOException {
    var members = new GzipMembers(body);
    var bytes = new ByteArrayOutputStream();
    var limits = new UnpackLimits(maxBytes, MAX_RATIO);
    try (var bounded = new BoundedOutput(bytes, limits, members::bytesIn)) {
      members.copyTo(bounded);
    }
    return bytes.toByteArray();
  }
}
