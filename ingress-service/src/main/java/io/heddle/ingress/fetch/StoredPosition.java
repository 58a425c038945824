package io.heddle.ingress.fetch;

import io.heddle.odf.SourceState;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What a source state says, as far as a fetcher can read it (sources, "Source state"). */
sealed interface StoredPosition {
  /** No state, one of a kind that is not known here, or one that does not parse. */
  record None() implements StoredPosition {}

  /** Opaque; kept byte for byte. */
  record ETag(String value) implements StoredPosition {}

  record LastModified(Instant time) implements StoredPosition {}

  /** A multihash as text. */
  record ContentHash(String hash) implements StoredPosition {}

  static StoredPosition of(@Nullable SourceState state) {
    if (state == null) {
      return new None();
    }
    return switch (state.kind()) {
      case SourceState.ETAG -> new ETag(state.value());
      case SourceState.LAST_MODIFIED -> lastModified(state.value());
      case SourceState.CONTENT_HASH -> new ContentHash(state.value());
      default -> new None();
    };
  }

  private static StoredPosition lastModified(String text) {
    try {
      return new LastModified(
          OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return new None();
    }
  }

  static SourceState eTag(String sourceName, String value) {
    return new SourceState(sourceName, SourceState.ETAG, value);
  }

  /** In UTC, with as many digits of the fraction as needed in groups of three. */
  static SourceState lastModified(String sourceName, Instant time) {
    return new SourceState(sourceName, SourceState.LAST_MODIFIED, time.toString());
  }

  static SourceState contentHash(String sourceName, String hash) {
    return new SourceState(sourceName, SourceState.CONTENT_HASH, hash);
  }

  /** The precision in which modification times of files are kept. */
  static Instant roundToMillis(Instant time) {
    return time.plusNanos(500_000).truncatedTo(ChronoUnit.MILLIS);
  }
}
