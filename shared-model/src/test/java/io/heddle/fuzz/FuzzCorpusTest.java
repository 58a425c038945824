package io.heddle.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that fuzzing came across so far. */
class FuzzCorpusTest {
  @ParameterizedTest
  @EnumSource
  void isReadOrRefused(FuzzTarget target) {
    List<byte[]> seeds = target.seeds();
    assertThat(seeds).isNotEmpty();
    for (byte[] seed : seeds) {
      assertThatCode(() -> target.run(seed))
          .as(HexFormat.of().formatHex(seed))
          .doesNotThrowAnyException();
    }
  }
}
