package io.heddle.ingress.fetch;

import io.heddle.odf.SourceState;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a file stands in the order of its glob: by name, or by event time and then by name.
 *
 * @param time null in the order by name
 */
record GlobPosition(GlobMatch match, @Nullable Instant time) implements Comparable<GlobPosition> {
  /** Event time and file name of the last file, with a blank between them. */
  static final String STATE_KIND = "heddle/file-position";

  /** The position of the last ingested file, of which only the name is known. */
  static Optional<GlobPosition> parse(@Nullable SourceState state) {
    if (state == null) {
      return Optional.empty();
    }
    return switch (state.kind()) {
      case SourceState.ETAG ->
          Optional.of(new GlobPosition(GlobMatch.remembered(state.value()), null));
      case STATE_KIND -> parsePosition(state.value());
      default -> Optional.empty();
    };
  }

  private static Optional<GlobPosition> parsePosition(String value) {
    int blank = value.indexOf(' ');
    try {
      return Optional.of(
          new GlobPosition(
              GlobMatch.remembered(value.substring(blank + 1)),
              Instant.parse(value.substring(0, Math.max(blank, 0)))));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  SourceState toState(String sourceName) {
    return time == null
        ? StoredPosition.eTag(sourceName, match.name())
        : new SourceState(sourceName, STATE_KIND, time + " " + match.name());
  }

  @Override
  public int compareTo(GlobPosition other) {
    int byTime = time == null || other.time == null ? 0 : time.compareTo(other.time);
    return byTime != 0 ? byTime : match.compareTo(other.match);
  }
}
