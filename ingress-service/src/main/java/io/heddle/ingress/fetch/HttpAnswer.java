package io.heddle.ingress.fetch;

import io.heddle.encoding.Rfc3339;
import io.heddle.multiformats.Multihash;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** What a server said in the end. */
sealed interface HttpAnswer {
  record NotModified() implements HttpAnswer {}

  /** A status that means no data, with the start of its text. */
  record Refused(int status, String text) implements HttpAnswer {}

  /** Status 200, but an HTML page where that cannot be the data. */
  record Page(String mediaType) implements HttpAnswer {}

  /** Status 200, the body in a local file. */
  record Content(HttpHeaders headers, Path file, long bytes, Multihash hash) implements HttpAnswer {
    Optional<String> header(String name) {
      return headers.firstValue(name);
    }

    Optional<Instant> lastModified() {
      return header("Last-Modified").flatMap(HttpAnswer::date);
    }

    /** The server's clock. */
    Optional<Instant> date() {
      return header("Date").flatMap(HttpAnswer::date);
    }
  }

  /**
   * A date as HTTP spells it; empty when it does not parse or leaves the years of four digits,
   * which counts as not sent.
   */
  static Optional<Instant> date(String text) {
    try {
      return Optional.of(
              ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())
          .filter(Rfc3339::canExpress);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
