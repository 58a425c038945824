package io.heddle.local.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RestartsTest {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final Restarts restarts = new Restarts(() -> now);

  @Test
  void doublesThePauseEachTime() {
    assertThat(restarts.ended("merge")).contains(now.plusMillis(500));
    assertThat(restarts.ended("merge")).contains(now.plusSeconds(1));
    assertThat(restarts.ended("merge")).contains(now.plusSeconds(2));
    assertThat(restarts.ended("commit")).contains(now.plusMillis(500));
  }

  @Test
  void givesUpOnWhatEndsTooOften() {
    endTooOften();

    assertThat(restarts.ended("merge")).isEmpty();
    assertThat(restarts.ended("commit")).isPresent();
  }

  @Test
  void countsOnlyRecentEnds() {
    endTooOften();

    now = now.plus(Restarts.WINDOW).plus(Duration.ofSeconds(1));

    assertThat(restarts.ended("merge")).contains(now.plusMillis(500));
  }

  @Test
  void beginsAnewForWhatWasAskedFor() {
    endTooOften();

    restarts.forget("merge");

    assertThat(restarts.ended("merge")).contains(now.plusMillis(500));
  }

  private void endTooOften() {
    for (int i = 0; i < Restarts.MOST; i++) {
      assertThat(restarts.ended("merge")).isPresent();
    }
  }
}
