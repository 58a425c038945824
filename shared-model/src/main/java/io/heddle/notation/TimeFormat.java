package io.heddle.notation;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Map;

/**
 * A declared format of dates or times: strftime notation when it holds a {@code %}, else a pattern
 * of {@link DateTimeFormatter} (sources, "Formats"). Names are English. Without a zone times are
 * UTC; nothing is guessed, and a date that does not exist is none.
 */
public final class TimeFormat {
  private static final OffsetDateTime SAMPLE =
      OffsetDateTime.of(2031, 7, 24, 16, 5, 9, 0, ZoneOffset.UTC);

  private final String format;
  private final DateTimeFormatter formatter;

  private TimeFormat(String format, DateTimeFormatter formatter) {
    this.format = format;
    this.formatter = formatter;
  }

  /**
   * @throws IngestException (Unsupported) when {@code format} is no valid format, or does not say
   *     which day it is
   */
  public static TimeFormat of(String format) {
    TimeFormat compiled;
    try {
      compiled = new TimeFormat(format, compile(format));
      // A format that cannot read what it writes lacks a part of the date, or says it in a way that
      // does not add up (the week-based YYYY beside a month): better known now than at each row.
      compiled.instant(compiled.formatter.format(SAMPLE));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new IngestException(
          FailureKind.Unsupported,
          "\"%s\" is no supported format of a date or time: %s; supported are rfc3339, strftime"
                  .formatted(format, e.getMessage())
              + " notation (%Y-%m-%d) and patterns of java.time (dd/MM/yyyy HH:mm)",
          Map.of("value", format));
    }
    return compiled;
  }

  private static DateTimeFormatter compile(String format) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    if (format.indexOf('%') >= 0) {
      Strftime.append(format, builder);
    } else {
      builder.appendPattern(format);
      if (format.indexOf('y') >= 0) {
        // A year of an era is none without the era, while the years of uuuu go below zero.
        builder.parseDefaulting(ChronoField.ERA, 1);
      }
    }
    return builder
        .toFormatter(Locale.ENGLISH)
        .withResolverStyle(ResolverStyle.STRICT)
        .withChronology(IsoChronology.INSTANCE);
  }

  /**
   * @throws DateTimeException when {@code text} does not fit the format
   */
  public Instant instant(CharSequence text) {
    TemporalAccessor parsed = formatter.parse(text);
    if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
      return Instant.from(parsed);
    }
    ZoneId zone = parsed.query(TemporalQueries.zone());
    return LocalDateTime.of(LocalDate.from(parsed), timeOf(parsed))
        .atZone(zone == null ? ZoneOffset.UTC : zone)
        .toInstant();
  }

  /**
   * The day as it is written, whatever zone stands beside it.
   *
   * @throws DateTimeException when {@code text} does not fit the format, or has a time of day,
   *     which would be lost
   */
  public LocalDate date(CharSequence text) {
    TemporalAccessor parsed = formatter.parse(text);
    if (!timeOf(parsed).equals(LocalTime.MIDNIGHT)) {
      throw new DateTimeException("it has a time of day");
    }
    return LocalDate.from(parsed);
  }

  private static LocalTime timeOf(TemporalAccessor parsed) {
    LocalTime time = parsed.query(TemporalQueries.localTime());
    return time == null ? LocalTime.MIDNIGHT : time;
  }

  @Override
  public String toString() {
    return format;
  }
}
