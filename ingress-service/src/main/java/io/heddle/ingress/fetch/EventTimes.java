package io.heddle.ingress.fetch;

import io.heddle.ingress.read.ValueCheck;
import io.heddle.notation.TimeFormat;
import io.heddle.odf.EventTimeSource;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Event times that do not come with the rows: from a path, or from what a source says of itself.
 */
final class EventTimes {
  private static final String DEFAULT_FORMAT = "%Y-%m-%d";

  private EventTimes() {}

  /**
   * Returns {@code time}, the modification time of a file.
   *
   * @throws IngestException when no dataset can hold it
   */
  static Instant ofFile(Instant time, Path file) {
    return checked(time, "the modification time of %s, \"%s\",".formatted(file, time));
  }

  private static Instant checked(Instant time, String what) {
    ValueCheck.eventTimeProblem(time)
        .ifPresent(
            problem -> {
              throw new IngestException(
                  FailureKind.EventTimeExtract,
                  "event time: %s %s".formatted(what, problem),
                  Map.of("value", time.toString()));
            });
    return time;
  }

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
    Instant time;
    try {
      time = TimeFormat.of(format).instant(text);
    } catch (DateTimeException e) {
      throw new IngestException(
          FailureKind.EventTimeBadPattern,
          "event time: \"%s\" in \"%s\" does not fit the format \"%s\""
              .formatted(text, path, format),
          Map.of("value", text, "file", path));
    }
    return checked(time, "\"%s\" in \"%s\"".formatted(text, path));
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
