package io.heddle.notation;

import org.jspecify.annotations.Nullable;

/**
 * The declared formats of a read step; null stands for {@code rfc3339}.
 *
 * @param date for Date columns
 * @param timestamp for Timestamp columns
 */
public record TimeFormats(@Nullable TimeFormat date, @Nullable TimeFormat timestamp) {
  private static final String RFC_3339 = "rfc3339";

  public static final TimeFormats DEFAULT = new TimeFormats(null, null);

  /**
   * @throws io.heddle.problem.IngestException (Unsupported) when one is no valid format
   */
  public static TimeFormats of(@Nullable String date, @Nullable String timestamp) {
    return new TimeFormats(format(date), format(timestamp));
  }

  private static @Nullable TimeFormat format(@Nullable String format) {
    return format == null || format.equals(RFC_3339) ? null : TimeFormat.of(format);
  }
}
