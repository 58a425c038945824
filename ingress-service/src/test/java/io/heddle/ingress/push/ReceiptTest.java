package io.heddle.ingress.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTest {
  private static final Receipt RECEIPT =
      new Receipt(3, 17, 40, 24, 5120, Instant.parse("2026-01-05T10:00:00.123Z"), "1k9z");

  @Test
  void itsIdSaysAllOfIt() {
    assertThat(Receipt.parse(RECEIPT.id())).contains(RECEIPT);
  }

  @Test
  void anAlteredIdIsNone() {
    String id = RECEIPT.id();
    for (int i = 0; i < id.length(); i++) {
      char other = id.charAt(i) == '1' ? '2' : '1';
      String altered = id.substring(0, i) + other + id.substring(i + 1);
      assertThat(Receipt.parse(altered)).as(altered).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "r2-0-0-0-1-1-1y-abc", "r3-0-0-0-1-1-1y-abc-0", "r3"})
  void whatNobodyGotIsNone(String id) {
    assertThat(Receipt.parse(id)).isEmpty();
  }
}
