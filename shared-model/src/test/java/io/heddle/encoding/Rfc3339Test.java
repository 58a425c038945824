package io.heddle.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc3339Test {
  @ParameterizedTest
  @CsvSource({
    "2020-01-01T12:00:00Z, 2020-01-01T12:00:00Z",
    "2020-01-01t12:00:00z, 2020-01-01T12:00:00Z",
    "2020-01-01 12:00:00.5+00:00, 2020-01-01T12:00:00.500Z",
    "2020-01-01T01:00:00+02:30, 2019-12-31T22:30:00Z",
    "2020-01-01T12:00:00-23:59, 2020-01-02T11:59:00Z",
    "2020-01-01T12:00:00.000001Z, 2020-01-01T12:00:00.000001Z",
    "2020-01-01T12:00:00.1234567890Z, 2020-01-01T12:00:00.123456789Z",
    "0000-01-01T00:00:00Z, 0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-05:00, +10000-01-01T04:59:59Z",
    "0000-01-01T00:00:00+05:00, -0001-12-31T19:00:00Z"
  })
  void readsAnyOffsetAndWritesUtc(String text, String written) {
    assertThat(Rfc3339.format(Rfc3339.parse(text))).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2020-01-01",
        "2020-01-01T12:00Z",
        "2020-01-01T12:00:00",
        "2020-01-01T12:00:00+2",
        "2020-01-01T12:00:00+24:00",
        "2020-01-01T24:00:00Z",
        "2020-01-01T12:00:60Z",
        "2020-02-30T12:00:00Z",
        "2020-01-01T12:00:00.0000000001Z",
        "12020-01-01T12:00:00Z",
        "+2020-01-01T12:00:00Z",
        "+02020-01-01T12:00:00Z",
        "-0000-01-01T12:00:00Z",
        "+10000-01-01T12:00:00+01:00",
        "+10000-01-01 12:00:00Z",
        "+10000-02-30T12:00:00Z",
        "+1000000001-01-01T00:00:00Z"
      })
  void refusesEverythingElse(String text) {
    assertThatThrownBy(() -> Rfc3339.parse(text)).isInstanceOf(DateTimeException.class);
  }

  @Property
  void readsWhatItWrites(
      @ForAll @LongRange(min = -31_557_014_167_219_200L, max = 31_556_889_864_403_199L) long second,
      @ForAll @IntRange(max = 999_999_999) int nanosecond) {
    // Given
    Instant time = Instant.ofEpochSecond(second, nanosecond);
    // When, Then
    assertThat(Rfc3339.parse(Rfc3339.format(time))).isEqualTo(time);
  }

  @ParameterizedTest
  @CsvSource({
    "-0001-12-31T23:59:59.999999999Z, false",
    "0000-01-01T00:00:00Z, true",
    "9999-12-31T23:59:59.999999999Z, true",
    "+10000-01-01T00:00:00Z, false"
  })
  void expressesYearsOfFourDigits(Instant time, boolean expected) {
    assertThat(Rfc3339.canExpress(time)).isEqualTo(expected);
  }
}
