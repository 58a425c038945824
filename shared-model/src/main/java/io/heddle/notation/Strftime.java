package io.heddle.notation;

import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.Map;

/** The strftime notation of dates and times, as java.time knows them. */
final class Strftime {
  private static final Map<Character, String> COMPOSED =
      Map.of('F', "%Y-%m-%d", 'T', "%H:%M:%S", 'R', "%H:%M", 'D', "%m/%d/%y");

  /** Two-digit years from 69 on are of the last century, as POSIX has it. */
  private static final int FIRST_TWO_DIGIT_YEAR = 1969;

  private static final String NUMERIC = "YymdejHIklMSsf";

  private final String format;
  private final DateTimeFormatterBuilder builder;
  private int position;

  private Strftime(String format, DateTimeFormatterBuilder builder) {
    this.format = format;
    this.builder = builder;
  }

  /**
   * @throws IllegalArgumentException for a directive that is not known
   */
  static void append(String format, DateTimeFormatterBuilder builder) {
    String expanded = format;
    for (Map.Entry<Character, String> entry : COMPOSED.entrySet()) {
      expanded = expand(expanded, entry.getKey(), entry.getValue());
    }
    new Strftime(expanded, builder).appendAll();
  }

  /** Replaces a directive that stands for others, but not the letter behind a {@code %%}. */
  private static String expand(String format, char directive, String meaning) {
    StringBuilder expanded = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%' || i + 1 == format.length()) {
        expanded.append(c);
      } else {
        i++;
        expanded.append(format.charAt(i) == directive ? meaning : "%" + format.charAt(i));
      }
    }
    return expanded.toString();
  }

  private void appendAll() {
    boolean afterNumber = false;
    while (position < format.length()) {
      char c = format.charAt(position++);
      if (c != '%') {
        builder.appendLiteral(c);
        afterNumber = false;
        continue;
      }
      boolean fraction = appendFraction();
      if (fraction) {
        afterNumber = true;
        continue;
      }
      char directive = next();
      boolean numeric = NUMERIC.indexOf(directive) >= 0;
      // Between two numbers without a mark the digits must be counted, or 2036115 has two readings.
      appendDirective(directive, numeric && (afterNumber || numberFollows()) ? 2 : 1);
      afterNumber = numeric;
    }
  }

  private boolean numberFollows() {
    return position + 1 < format.length()
        && format.charAt(position) == '%'
        && NUMERIC.indexOf(format.charAt(position + 1)) >= 0;
  }

  private char next() {
    if (position == format.length()) {
      throw new IllegalArgumentException("a % stands at its end");
    }
    return format.charAt(position++);
  }

  private void appendDirective(char directive, int least) {
    switch (directive) {
      case 'Y' -> builder.appendValue(ChronoField.YEAR, 4);
      case 'y' -> builder.appendValueReduced(ChronoField.YEAR, 2, 2, FIRST_TWO_DIGIT_YEAR);
      case 'm' -> number(ChronoField.MONTH_OF_YEAR, least);
      case 'd' -> number(ChronoField.DAY_OF_MONTH, least);
      case 'e' -> padded(ChronoField.DAY_OF_MONTH);
      case 'j' -> builder.appendValue(ChronoField.DAY_OF_YEAR, 3);
      case 'H' -> number(ChronoField.HOUR_OF_DAY, least);
      case 'k' -> padded(ChronoField.HOUR_OF_DAY);
      case 'I' -> number(ChronoField.CLOCK_HOUR_OF_AMPM, least);
      case 'l' -> padded(ChronoField.CLOCK_HOUR_OF_AMPM);
      case 'M' -> number(ChronoField.MINUTE_OF_HOUR, least);
      case 'S' -> number(ChronoField.SECOND_OF_MINUTE, least);
      case 'f' -> builder.appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, false);
      case 'p', 'P' -> builder.appendText(ChronoField.AMPM_OF_DAY, TextStyle.SHORT);
      case 'b', 'h' -> builder.appendText(ChronoField.MONTH_OF_YEAR, TextStyle.SHORT);
      case 'B' -> builder.appendText(ChronoField.MONTH_OF_YEAR, TextStyle.FULL);
      case 'a' -> builder.appendText(ChronoField.DAY_OF_WEEK, TextStyle.SHORT);
      case 'A' -> builder.appendText(ChronoField.DAY_OF_WEEK, TextStyle.FULL);
      case 'z' -> zone();
      case ':' -> colonZone();
      case 'Z' -> builder.appendZoneText(TextStyle.SHORT);
      case 's' -> builder.appendValue(ChronoField.INSTANT_SECONDS, 1, 19, SignStyle.NORMAL);
      case 'n' -> builder.appendLiteral('\n');
      case 't' -> builder.appendLiteral('\t');
      case '%' -> builder.appendLiteral('%');
      default -> throw new IllegalArgumentException("the directive %" + directive + " is unknown");
    }
  }

  private void number(ChronoField field, int least) {
    builder.appendValue(field, least, 2, SignStyle.NOT_NEGATIVE);
  }

  private void padded(ChronoField field) {
    builder.padNext(2).appendValue(field);
  }

  /** Leniently, which makes minutes and colon optional: +02, +0200, +02:00. */
  private void zone() {
    builder.parseLenient().appendOffset("+HH", "Z").parseStrict();
  }

  private void colonZone() {
    if (next() != 'z') {
      throw new IllegalArgumentException("only z may follow %:");
    }
    builder.appendOffset("+HH:MM", "Z");
  }

  /** The forms {@code %3f}, {@code %.f} and {@code %.3f}; false when something else stands here. */
  private boolean appendFraction() {
    int at = position;
    boolean point = at < format.length() && format.charAt(at) == '.';
    if (point) {
      at++;
    }
    int digits = at < format.length() ? "369".indexOf(format.charAt(at)) : -1;
    int width = 0;
    if (digits >= 0) {
      width = format.charAt(at) - '0';
      at++;
    }
    if ((!point && width == 0) || at >= format.length() || format.charAt(at) != 'f') {
      return false;
    }
    builder.appendFraction(ChronoField.NANO_OF_SECOND, width, width == 0 ? 9 : width, point);
    position = at + 1;
    return true;
  }
}
