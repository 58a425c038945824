package io.heddle.resources.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {
  @ParameterizedTest
  @CsvSource({
    "bytes=0-9, 0, 9",
    "bytes=5-, 5, 99",
    "bytes=-10, 90, 99",
    "bytes=-1000, 0, 99",
    "bytes=90-2000, 90, 99"
  })
  void readsOneRange(String header, long start, long end) {
    assertThat(ByteRange.of(header, 100))
        .isEqualTo(new ByteRange.Requested(true, Optional.of(new ByteRange(start, end))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=100-", "bytes=9-5", "bytes=-0"})
  void aPartThatTheFileDoesNotHaveIsNone(String header) {
    assertThat(ByteRange.of(header, 100))
        .isEqualTo(new ByteRange.Requested(true, Optional.empty()));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "bytes=-", "bytes=0-1,4-5", "rows=0-1", "bytes=a-b"})
  void anythingElseAsksForTheWholeFile(String header) {
    assertThat(ByteRange.of(header, 100).partial()).isFalse();
  }

  @Test
  void countsBothEnds() {
    assertThat(new ByteRange(3, 5).length()).isEqualTo(3);
  }

  @Test
  void isWrittenInDigitsThatEveryClientReads() {
    Locale locale = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(new ByteRange(3, 5).of(100)).isEqualTo("bytes 3-5/100");
    } finally {
      Locale.setDefault(locale);
    }
  }
}
