package io.heddle.ingress.read;

import org.jspecify.annotations.Nullable;

/**
 * Reads dates and times in the forms of {@code rfc3339} (sources, "Value forms in text") without
 * making objects. Holds the result of the last successful call; for one thread.
 */
final class Rfc3339 {
  private static final int DATE_LENGTH = 10;
  private static final int SECONDS_LENGTH = 19;
  private static final long SECONDS_PER_DAY = 86_400;

  private char[] chars = {};
  private int position;
  private int end;
  private long epochDay;
  private long epochSecond;
  private int nanos;
  private int fractionDigits;
  private boolean dateOnly;

  long epochDay() {
    return epochDay;
  }

  long epochSecond() {
    return epochSecond;
  }

  int nanos() {
    return nanos;
  }

  /** How many digits the fraction was written with. */
  int fractionDigits() {
    return fractionDigits;
  }

  /** Whether {@link #timestamp} found a date without a time. */
  boolean isDateOnly() {
    return dateOnly;
  }

  /** Reads {@code YYYY-MM-DD}; returns why the text is none, or null. */
  @Nullable String date(char[] text, int from, int to) {
    return to - from == DATE_LENGTH && readDate(text, from, to) ? null : "is not a date YYYY-MM-DD";
  }

  /** Reads a date, or a date with a time; returns why the text is neither, or null. */
  @Nullable String timestamp(char[] text, int from, int to) {
    dateOnly = to - from == DATE_LENGTH;
    nanos = 0;
    fractionDigits = 0;
    if (!readDate(text, from, to)) {
      return "is not a timestamp YYYY-MM-DDTHH:MM:SS with optional fraction and zone";
    }
    epochSecond = epochDay * SECONDS_PER_DAY;
    if (dateOnly) {
      return null;
    }
    if (to - from < SECONDS_LENGTH || !readTime() || !readFraction() || !readZone()) {
      return "is not a timestamp YYYY-MM-DDTHH:MM:SS with optional fraction and zone";
    }
    return null;
  }

  private boolean readDate(char[] text, int from, int to) {
    chars = text;
    position = from;
    end = to;
    if (to - from < DATE_LENGTH) {
      return false;
    }
    int year = number(4);
    boolean dashes = skip('-');
    int month = number(2);
    dashes &= skip('-');
    int day = number(2);
    if (!dashes || year < 0 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) {
      return false;
    }
    epochDay = epochDay(year, month, day);
    return true;
  }

  private boolean readTime() {
    if (!skip('T') && !skip(' ')) {
      return false;
    }
    int hour = number(2);
    boolean colons = skip(':');
    int minute = number(2);
    colons &= skip(':');
    int second = number(2);
    if (!colons
        || hour < 0
        || hour > 23
        || minute < 0
        || minute > 59
        || second < 0
        || second > 59) {
      return false;
    }
    epochSecond += hour * 3600L + minute * 60L + second;
    return true;
  }

  private boolean readFraction() {
    if (!skip('.')) {
      return true;
    }
    int scale = 100_000_000;
    while (position < end && chars[position] >= '0' && chars[position] <= '9') {
      int digit = chars[position++] - '0';
      nanos += digit * scale;
      if (scale == 0 && digit != 0) {
        return false;
      }
      scale /= 10;
      fractionDigits++;
    }
    return fractionDigits > 0;
  }

  private boolean readZone() {
    if (position == end) {
      return true;
    }
    if (skip('Z')) {
      return position == end;
    }
    int sign = skip('+') ? 1 : skip('-') ? -1 : 0;
    int hours = position + 2 <= end ? number(2) : -1;
    int minutes = 0;
    if (position < end) {
      skip(':');
      minutes = position + 2 == end ? number(2) : -1;
    }
    if (sign == 0 || hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || position != end) {
      return false;
    }
    epochSecond -= sign * (hours * 3600L + minutes * 60L);
    return true;
  }

  private boolean skip(char expected) {
    if (position < end && chars[position] == expected) {
      position++;
      return true;
    }
    return false;
  }

  /** The number that the next {@code digits} characters spell, or -1. */
  private int number(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = chars[position++] - '0';
      if (digit < 0 || digit > 9) {
        value = Integer.MIN_VALUE;
      } else if (value >= 0) {
        value = value * 10 + digit;
      }
    }
    return value < 0 ? -1 : value;
  }

  private static int daysOf(int year, int month) {
    return switch (month) {
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /** Days since 1970 in the proleptic Gregorian calendar; years count from March here. */
  private static long epochDay(int year, int month, int day) {
    long y = month > 2 ? year : year - 1L;
    long m = month > 2 ? month - 3L : month + 9L;
    long leapDays = Math.floorDiv(y, 4L) - Math.floorDiv(y, 100L) + Math.floorDiv(y, 400L);
    return 365 * y + leapDays + (153 * m + 2) / 5 + day - 1 - 719_468;
  }
}
