package io.heddle.ingress.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.odf.EventTimeSource;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Event times that no dataset can hold; the rest is in the cases of the specification. */
class EventTimesTest {
  @ParameterizedTest
  @CsvSource({
    "%s, 253402300800.csv",
    "%s, -62167219201.csv",
    "%Y-%m-%dT%H%M%S%z, 9999-12-31T235959-0500.csv",
    "%Y-%m-%dT%H%M%S%z, 0000-01-01T000000+0001.csv"
  })
  void refusesTimesFromAPathThatLeaveTheYearsOfFourDigits(String format, String name) {
    EventTimeSource.FromPath source = new EventTimeSource.FromPath("(.*)\\.csv", format);
    assertThatThrownBy(() -> EventTimes.fromPath(source, "/data/" + name))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.kind()).isEqualTo(FailureKind.EventTimeExtract))
        .hasMessageContaining(name)
        .hasMessageContaining("outside the years 0000 to 9999");
  }

  @Test
  void takesTheLastSecondOfThem() {
    EventTimeSource.FromPath source = new EventTimeSource.FromPath("(.*)\\.csv", "%s");
    assertThat(EventTimes.fromPath(source, "253402300799.csv")).isEqualTo("9999-12-31T23:59:59Z");
  }

  @Test
  void refusesModificationTimesOfAWrongClock() {
    Instant late = Instant.parse("+10000-01-01T00:00:00Z");
    assertThatThrownBy(() -> EventTimes.ofFile(late, Path.of("/data/in.csv")))
        .hasMessageContaining("modification time of /data/in.csv")
        .hasMessageContaining("outside the years 0000 to 9999");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"Sun, 31 Dec 9999 23:59:59 -0500", "Fri, 31 Dec 9999 23:59:59 -0001"})
  void takesADateOfAServerBeyondThemForNone(String date) {
    assertThat(HttpAnswer.date(date)).isEmpty();
  }
}
