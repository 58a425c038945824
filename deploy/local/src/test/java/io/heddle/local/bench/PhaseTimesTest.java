package io.heddle.local.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;

class PhaseTimesTest {
  private static final long SECOND = 1_000_000_000L;

  private final PhaseTimes times = new PhaseTimes(0);

  @Test
  void countsFromTheFirstLookAtARunningPhaseToTheFirstAfterIt() throws Exception {
    look("Running", 1 * SECOND);
    look("Running", 2 * SECOND);
    look("Done", 3 * SECOND);
    look("Done", 9 * SECOND);

    assertThat(times.lines(1_000, 4_000_000))
        .containsExactly("    Read        from   1.00 s to   3.00 s: 500 rows/s, 2.0 MB/s");
  }

  @Test
  void leavesOutWhatWasSkipped() throws Exception {
    look("Skipped", 1 * SECOND);

    assertThat(times.lines(1_000, 1_000)).isEmpty();
  }

  @Test
  void saysWhenAPhaseWasOverBetweenTwoLooks() throws Exception {
    look("Pending", 1 * SECOND);
    look("Done", 2 * SECOND);

    assertThat(times.lines(1_000, 1_000)).singleElement().asString().endsWith("too short to tell");
  }

  private void look(String state, long at) throws Exception {
    String run = "{'tasks':[{'phases':[{'phase':'Read','state':'%s'}]}]}".formatted(state);
    times.look(JsonMapper.builder().build().readTree(run.replace('\'', '"')), at);
  }
}
