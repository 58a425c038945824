package io.heddle.ingress.read;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;

/**
 * Failures of reading one file, with their positions.
 *
 * @param file what messages call the file
 * @param unit what positions count: {@code line} or {@code record}
 */
record ReadFailures(String file, String unit) {
  private static final int LONGEST_EXCERPT = 100;
  private static final int LONGEST_DETAIL = 1000;

  /** A value that cannot be taken: {@code why} goes on after it, as in "is not an Int64". */
  IngestException value(long position, String column, String value, String why) {
    Map<String, Object> details = details(position);
    details.put("column", column);
    details.put("value", excerpt(value, LONGEST_DETAIL));
    return new IngestException(
        FailureKind.ReadError,
        "%s, %s %d, column \"%s\": \"%s\" %s"
            .formatted(file, unit, position, column, excerpt(value, LONGEST_EXCERPT), why),
        details);
  }

  /** A column without a value: missing or null where it must not be, or there twice. */
  IngestException column(long position, String column, String what) {
    Map<String, Object> details = details(position);
    details.put("column", column);
    return new IngestException(
        FailureKind.ReadError,
        "%s, %s %d, column \"%s\": %s".formatted(file, unit, position, column, what),
        details);
  }

  IngestException at(long position, String what) {
    return new IngestException(
        FailureKind.ReadError,
        "%s, %s %d: %s".formatted(file, unit, position, what),
        details(position));
  }

  IngestException malformed(long position, MalformedTextException e) {
    return at(position, String.valueOf(e.getMessage()));
  }

  /** An input of the wrong overall structure. */
  IngestException badInput(String what, Map<String, Object> details) {
    Map<String, Object> all = new LinkedHashMap<>(details);
    all.put("file", file);
    return new IngestException(FailureKind.BadInput, "%s: %s".formatted(file, what), all);
  }

  /** The rows of one batch need more memory than the task has. */
  IngestException tooLarge(long position, OutOfMemoryException e) {
    return new IngestException(
        FailureKind.LimitExceeded,
        "%s, %s %d: a batch of rows does not fit into the memory of the task; use smaller batches or more memory"
            .formatted(file, unit, position),
        e);
  }

  IngestException cannotRead(IOException e) {
    return new IngestException(
        FailureKind.Internal, "%s cannot be read: %s".formatted(file, e.getMessage()), e);
  }

  private Map<String, Object> details(@Nullable Long position) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("file", file);
    if (position != null) {
      details.put(unit, position);
    }
    return details;
  }

  private static String excerpt(String value, int longest) {
    return value.length() <= longest ? value : value.substring(0, longest) + "…";
  }
}
