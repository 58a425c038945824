package io.heddle.merge.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class KeyFilterTest {
  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  @Test
  void takesAsMuchAsItsKeysNeed() {
    KeyFilter filter = new KeyFilter();
    filter.add(key(0));
    assertThat(filter.bytes()).isEqualTo(8 * 1024);

    for (int i = 1; i < 100_000; i++) {
      filter.add(key(i));
    }
    assertThat(filter.bytes()).isLessThan(1024 * 1024);

    for (int i = 100_000; i < 3_000_000; i++) {
      filter.add(key(i));
    }
    assertThat(filter.bytes()).isLessThan(12 * 1024 * 1024);
  }

  @Test
  void knowsEveryKeyAndHardlyAnyOther() {
    KeyFilter filter = new KeyFilter();
    int wrong = 0;
    for (int i = 0; i < 500_000; i++) {
      wrong += filter.mightContain(key(i)) ? 1 : 0;
      filter.add(key(i));
    }
    for (int i = 0; i < 500_000; i++) {
      assertThat(filter.mightContain(key(i))).isTrue();
    }
    assertThat(wrong).isLessThan(50_000);
  }
}
