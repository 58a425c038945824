package io.heddle.ingress.fetch;

import io.heddle.ingress.read.TimeFormat;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.source.EventTimeSource;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Event times that are read from a path (sources, "FromPath"). */
final class EventTimes {
  private static final String DEFAULT_FORMAT = "%Y-%m-%d";

  private EventTimes() {}

  /**
   * The first group of the first match in the last segment of {@code path}, or, when that does not
   * match, in the whole path.
   *
   * @param path with slashes between its segments
   */
  static Instant fromPath(EventTimeSource.FromPath source, String path) {
    Pattern pattern = compile(source.pattern());
    String lastSegment = path.substring(path.lastIndexOf('/') + 1);
    Matcher matcher = pattern.matcher(lastSegment);
    if (!matcher.find()) {
      matcher = pattern.matcher(path);
      if (!matcher.find()) {
        throw extract(source, path, "does not match");
      }
    }
    String text = matcher.groupCount() == 0 ? null : matcher.group(1);
    if (text == null) {
      throw extract(source, path, "has no group that says where the time stands in");
    }
    String format = source.timestampFormat() == null ? DEFAULT_FORMAT : source.timestampFormat();
    try {
      return TimeFormat.of(format).instant(text);
    } catch (DateTimeException e) {
      throw new IngestException(
          FailureKind.EventTimeBadPattern,
          "event time: \"%s\" in \"%s\" does not fit the format \"%s\""
              .formatted(text, path, format),
          Map.of("value", text, "file", path));
    }
  }

  private static Pattern compile(String pattern) {
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new IngestException(
          FailureKind.EventTimeBadPattern,
          "event time: \"%s\" is no regular expression: %s".formatted(pattern, e.getDescription()),
          Map.of("value", pattern));
    }
  }

  private static IngestException extract(
      EventTimeSource.FromPath source, String path, String problem) {
    return new IngestException(
        FailureKind.EventTimeExtract,
        "event time: the pattern \"%s\" %s \"%s\"".formatted(source.pattern(), problem, path),
        Map.of("value", path));
  }
}
