package io.heddle.multiformats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MultibaseTest {
  @Property(tries = 500)
  void everyEncodingKeepsTheBytes(@ForAll byte[] bytes, @ForAll Multibase encoding) {
    String text = encoding.encode(bytes);
    assertThat(text).startsWith(String.valueOf(encoding.prefix()));
    if (text.length() <= Multibase.MAX_TEXT_LENGTH) {
      assertThat(Multibase.decode(text)).isEqualTo(bytes);
    }
  }

  @Property(tries = 3000)
  void anyTextIsReadOrRefused(@ForAll String rest, @ForAll Multibase encoding) {
    Throwable refusal = catchThrowable(() -> Multibase.decode(encoding.prefix() + rest));
    if (refusal != null) {
      assertThat(refusal).isInstanceOf(MultiformatException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingAtAllHasATextAsWell(Multibase encoding) {
    assertThat(Multibase.decode(encoding.encode(new byte[0]))).isEmpty();
  }

  @Test
  void leadingZerosSurviveBase58() {
    byte[] bytes = {0, 0, 0, 1};
    assertThat(Multibase.BASE58_BTC.encode(bytes)).isEqualTo("z1112");
    assertThat(Multibase.decode("z1112")).isEqualTo(bytes);
  }

  @Test
  void hexDigitsOfEitherCaseAreRead() {
    assertThat(Multibase.decode("fAb")).isEqualTo(Multibase.decode("FaB"));
    assertThat(Multibase.decode("bMZXW6")).isEqualTo(Multibase.decode("Bmzxw6"));
  }

  @ParameterizedTest
  @CsvSource({
    "fabc, a digit too many or too few",
    "fag0, character 3 is no digit",
    "bmzxw7, unused bits of the last digit are not zero",
    "bm, a digit too many or too few",
    "mTQx, unused bits of the last digit are not zero",
    "mTQ==, character 4 is no digit",
    "UTQ, 0 padding characters where 2 are due",
    "UTQ===, 3 padding characters where 2 are due",
    "u+/, character 2 is no digit",
    "z0, character 2 is no digit",
    "0101, not final",
    "k2k, not final",
    "x1, unknown"
  })
  void strayCharactersPaddingAndBitsAreRefused(String text, String message) {
    assertThatThrownBy(() -> Multibase.decode(text))
        .isInstanceOf(MultiformatException.class)
        .hasMessageContaining(message);
  }

  @Test
  void veryLongTextsAreRefusedBeforeTheyAreDecoded() {
    assertThatThrownBy(() -> Multibase.decode("z" + "2".repeat(Multibase.MAX_TEXT_LENGTH)))
        .isInstanceOf(MultiformatException.class)
        .hasMessageContaining("more than 4096");
  }
}
