package io.heddle.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.time.DateTimeException;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Declared formats, in either notation. */
class TimeFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%Y-%m-%d | 2036-04-05 | 2036-04-05T00:00:00Z",
        "%d.%m.%Y | 5.4.2036 | 2036-04-05T00:00:00Z",
        "%Y%m%d | 20360405 | 2036-04-05T00:00:00Z",
        "%F %T | 2036-04-05 06:07:08 | 2036-04-05T06:07:08Z",
        "%d/%b/%Y:%H:%M:%S %z | 05/apr/2036:06:07:08 +0200 | 2036-04-05T04:07:08Z",
        "%Y-%m-%dT%H:%M:%S%.f%:z | 2036-04-05T06:07:08.125-03:00 | 2036-04-05T09:07:08.125Z",
        "%Y-%m-%dT%H:%M:%S%.3f | 2036-04-05T06:07:08.120 | 2036-04-05T06:07:08.120Z",
        "%m/%d/%y %I:%M %p | 04/05/36 12:07 am | 2036-04-05T00:07:00Z",
        "%A, %B %e, %Y | Saturday, April  5, 2036 | 2036-04-05T00:00:00Z",
        "%Y %j | 2036 096 | 2036-04-05T00:00:00Z",
        "%s | 2091052800 | 2036-04-06T00:00:00Z",
        "%%%Y-%m-%d | %2036-04-05 | 2036-04-05T00:00:00Z",
        "dd.MM.yyyy | 05.04.2036 | 2036-04-05T00:00:00Z",
        "d/M/yyyy HH:mm | 5/4/2036 06:07 | 2036-04-05T06:07:00Z",
        "yyyy-MM-dd'T'HH:mm:ss.SSSXXX | 2036-04-05T06:07:08.009+02:00 | 2036-04-05T04:07:08.009Z",
        "yyyyMMdd'at'HHmmZ | 20360405at0607+0200 | 2036-04-05T04:07:00Z",
        "dd MMM yyyy hh:mm a | 05 Apr 2036 06:07 PM | 2036-04-05T18:07:00Z"
      })
  void readsWhatFits(String format, String text, String expected) {
    assertThat(TimeFormat.of(format).instant(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%Y-%m-%d | 2036-02-30",
        "%Y-%m-%d | 2036-04-05x",
        "%Y%m%d | 2036115",
        "%H:%M %Y-%m-%d | 24:00 2036-04-05",
        "%d.%m.%Y | 05.04.36",
        "%A %Y-%m-%d | Monday 2036-04-05",
        "%Y-%m-%dT%H:%M:%S%z | 2036-04-05T06:07:08",
        "dd/MM/yyyy | 31/04/2036",
        "dd/MM/yyyy | 5/04/2036"
      })
  void refusesWhatDoesNotFit(String format, String text) {
    TimeFormat compiled = TimeFormat.of(format);
    assertThatThrownBy(() -> compiled.instant(text)).isInstanceOf(DateTimeException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%Q",
        "%Y-%m-%d %",
        "%:x",
        "%H:%M",
        "%d.%m.",
        "dd.MM.yyyy 'at",
        "bb",
        "HH:mm",
        "YYYY-MM-dd",
        ""
      })
  void refusesFormatsThatSayNoDay(String format) {
    assertThat(catchThrowableOfType(IngestException.class, () -> TimeFormat.of(format)).kind())
        .isEqualTo(FailureKind.Unsupported);
  }

  @Test
  void refusesADateWithATimeOfDay() {
    TimeFormat format = TimeFormat.of("%Y-%m-%d %H:%M");
    assertThat(format.date("2036-04-05 00:00")).isEqualTo("2036-04-05");
    assertThatThrownBy(() -> format.date("2036-04-05 06:00")).hasMessageContaining("time of day");
  }

  @Test
  void dependsOnNeitherZoneNorLanguageOfTheMachine() {
    TimeZone zone = TimeZone.getDefault();
    Locale locale = Locale.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
      Locale.setDefault(Locale.GERMANY);
      // In New York this hour does not exist.
      assertThat(TimeFormat.of("%d %b %Y %H:%M").instant("09 Mar 2036 02:30"))
          .isEqualTo("2036-03-09T02:30:00Z");
      assertThat(TimeFormat.of("dd MMM yyyy HH:mm").instant("09 Mar 2036 02:30"))
          .isEqualTo("2036-03-09T02:30:00Z");
    } finally {
      TimeZone.setDefault(zone);
      Locale.setDefault(locale);
    }
  }
}
