package io.heddle.multiformats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VarintTest {
  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "127, 7f",
    "128, 8001",
    "237, ed01",
    "3145750, 9680c001",
    "9223372036854775807, ffffffffffffffff7f"
  })
  void writesAndReadsTheShortestForm(long value, String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThat(Varint.encode(value)).isEqualTo(bytes);
    assertThat(Varint.decode(bytes, 0)).isEqualTo(new Varint.Read(value, bytes.length));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "80", "8000", "ed8100", "ffffffffffffffffff01"})
  void refusesCutOverlongAndTooLongForms(String hex) {
    assertThatThrownBy(() -> Varint.decode(HexFormat.of().parseHex(hex), 0))
        .isInstanceOf(MultiformatException.class);
  }

  @Test
  void readsFromTheMiddle() {
    assertThat(Varint.decode(new byte[] {9, (byte) 0x80, 1, 9}, 1))
        .isEqualTo(new Varint.Read(128, 3));
  }
}
