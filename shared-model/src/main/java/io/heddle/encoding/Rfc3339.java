package io.heddle.encoding;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Timestamps as texts: read with any offset, written in UTC with 0, 3, 6 or 9 fraction digits.
 *
 * <p>Years outside 0000 to 9999 have no form in RFC 3339. Nothing of ours gets such a time into a
 * chain ({@link #canExpress}); one that is found in a foreign chain is written with a signed year,
 * as ISO 8601 does, and is read again from that text.
 */
public final class Rfc3339 {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4})-(\\d{2})-(\\d{2})[Tt ](\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,30}))?"
              + "(?:[Zz]|([+-])(\\d{2}):(\\d{2}))");

  private static final int NANO_DIGITS = 9;

  /** The first instant that RFC 3339 can express, the start of the year 0000 in UTC. */
  public static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");

  /** The last instant that RFC 3339 can express, the end of the year 9999 in UTC. */
  public static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private Rfc3339() {}

  /** Whether {@code time} lies in the years 0000 to 9999 in UTC, which are what RFC 3339 knows. */
  public static boolean canExpress(Instant time) {
    return !time.isBefore(EARLIEST) && !time.isAfter(LATEST);
  }

  /**
   * Reads a timestamp of RFC 3339, or one with a signed year exactly as {@link #format} writes it.
   *
   * @throws DateTimeException when the text is no such timestamp, or finer than nanoseconds
   */
  public static Instant parse(String text) {
    return text.startsWith("+") || text.startsWith("-") ? signedYear(text) : fourDigitYear(text);
  }

  private static Instant signedYear(String text) {
    Instant time = Instant.parse(text);
    if (canExpress(time) || !format(time).equals(text)) {
      throw new DateTimeException("not of the form +10000-01-01T12:00:00Z");
    }
    return time;
  }

  private static Instant fourDigitYear(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new DateTimeException("not of the form 2020-01-01T12:00:00Z");
    }
    LocalDateTime local =
        LocalDateTime.of(
            number(parts, 1),
            number(parts, 2),
            number(parts, 3),
            number(parts, 4),
            number(parts, 5),
            number(parts, 6),
            nanos(parts.group(7)));
    return local.toInstant(ZoneOffset.UTC).minusSeconds(offsetSeconds(parts));
  }

  /** The text of {@code time}; {@link #parse} reads it again, whatever the time. */
  public static String format(Instant time) {
    return time.toString();
  }

  private static int number(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group));
  }

  private static int nanos(String fraction) {
    if (fraction == null) {
      return 0;
    }
    for (int index = NANO_DIGITS; index < fraction.length(); index++) {
      if (fraction.charAt(index) != '0') {
        throw new DateTimeException("finer than nanoseconds");
      }
    }
    return Integer.parseInt((fraction + "000000000").substring(0, NANO_DIGITS));
  }

  private static int offsetSeconds(Matcher parts) {
    if (parts.group(8) == null) {
      return 0;
    }
    int hours = number(parts, 9);
    int minutes = number(parts, 10);
    if (hours > 23 || minutes > 59) {
      throw new DateTimeException("no such offset");
    }
    int seconds = hours * 3600 + minutes * 60;
    return "-".equals(parts.group(8)) ? -seconds : seconds;
  }
}
