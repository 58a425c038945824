package io.heddle.ingress.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptibleInputTest {
  @TempDir private Path folder;

  @AfterEach
  void forgetTheInterrupt() {
    Thread.interrupted();
  }

  @Test
  void textIsNotReadOnAfterAnInterrupt() throws IOException {
    Path file = Files.writeString(folder.resolve("in.csv"), "x\n".repeat(1 << 20));
    char[] some = new char[1000];
    try (DecodedText text =
        DecodedText.open(new ReadInput(file, "file").content(), StandardCharsets.UTF_8)) {
      assertThat(text.read(some)).isPositive();

      Thread.currentThread().interrupt();

      assertThatThrownBy(
              () -> {
                while (text.read(some) >= 0) {
                  // What was read ahead is still there.
                }
              })
          .isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
  }
}
