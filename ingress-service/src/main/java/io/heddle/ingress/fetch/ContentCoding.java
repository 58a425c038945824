package io.heddle.ingress.fetch;

import io.heddle.compression.BoundedOutput;
import io.heddle.compression.DamagedCompressionException;
import io.heddle.compression.Deflated;
import io.heddle.compression.GzipMembers;
import io.heddle.compression.UnpackLimitException;
import io.heddle.compression.UnpackLimits;
import io.heddle.hash.HashingOutputStream;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The compressions that servers put around an answer although nobody asks for one: they belong to
 * the way, not to the data, and are taken off.
 */
enum ContentCoding {
  GZIP("gzip"),
  DEFLATE("deflate");

  private static final Set<String> NONE = Set.of("", "identity");

  private static final String OLD_PREFIX = "x-";

  private final String token;

  ContentCoding(String token) {
    this.token = token;
  }

  /**
   * The codings of an answer, the first one applied first.
   *
   * @throws IngestException when one of them is not known here
   */
  static List<ContentCoding> of(HttpHeaders headers, String displayUrl) {
    List<ContentCoding> codings = new ArrayList<>();
    for (String header : headers.allValues("Content-Encoding")) {
      for (String name : header.split(",")) {
        String known = name.strip().toLowerCase(Locale.ROOT);
        if (!NONE.contains(known)) {
          codings.add(named(known, displayUrl));
        }
      }
    }
    return codings;
  }

  private static ContentCoding named(String name, String displayUrl) {
    for (ContentCoding coding : values()) {
      if (name.equals(coding.token) || name.equals(OLD_PREFIX + coding.token)) {
        return coding;
      }
    }
    throw new IngestException(
        FailureKind.Unsupported,
        "%s answers in the Content-Encoding \"%s\", which nobody asked for; gzip and deflate can be taken off"
            .formatted(displayUrl, name),
        Map.of("url", displayUrl, "value", name));
  }

  /**
   * Takes this coding off {@code content}.
   *
   * @return the plain content, in the same file
   * @throws IngestException when it is damaged, or more than is allowed comes out
   */
  HttpAnswer.Content takeOff(HttpAnswer.Content content, String displayUrl, UnpackLimits limits) {
    Path plain = content.file().resolveSibling(content.file().getFileName() + ".plain");
    try {
      HashingOutputStream hashing;
      try (InputStream in = Files.newInputStream(content.file());
          HashingOutputStream out =
              new HashingOutputStream(new BufferedOutputStream(Files.newOutputStream(plain)))) {
        hashing = out;
        unpack(in, out, limits);
      } catch (IOException | RuntimeException e) {
        Files.deleteIfExists(plain);
        throw e;
      }
      Files.move(plain, content.file(), StandardCopyOption.REPLACE_EXISTING);
      return new HttpAnswer.Content(
          content.headers(), content.file(), hashing.size(), hashing.hash());
    } catch (DamagedCompressionException e) {
      throw new IngestException(
          FailureKind.Unreachable,
          "%s answers in the Content-Encoding %s, but %s; nothing of it is used"
              .formatted(displayUrl, token, e.getMessage()),
          e);
    } catch (UnpackLimitException e) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "%s unpacks to %s, which this installation does not allow"
              .formatted(displayUrl, e.getMessage()),
          e);
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.LimitExceeded, "cannot write the download: " + e.getMessage(), e);
    }
  }

  private void unpack(InputStream in, OutputStream out, UnpackLimits limits) throws IOException {
    switch (this) {
      case GZIP -> {
        GzipMembers members = new GzipMembers(in);
        members.copyTo(new BoundedOutput(out, limits, members::bytesIn));
      }
      case DEFLATE -> {
        Deflated deflated = new Deflated(in);
        deflated.copyTo(new BoundedOutput(out, limits, deflated::bytesIn));
      }
    }
  }
}
