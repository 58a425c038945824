package io.heddle.resources.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class UnitOfWorkTest {
  @Test
  void keepsTheOrderOfDeletionsInKeysThatNoLocaleChanges() {
    Locale locale = Locale.getDefault();
    String before = UnitOfWork.deletedAt(Instant.ofEpochMilli(999));
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(UnitOfWork.deletedAt(Instant.ofEpochMilli(1000)))
          .isEqualTo("deleted/00000000000000001000")
          .isGreaterThan(before);
    } finally {
      Locale.setDefault(locale);
    }
  }
}
