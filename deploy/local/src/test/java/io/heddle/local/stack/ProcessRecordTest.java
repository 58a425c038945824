package io.heddle.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRecordTest {
  private final ProcessRecord self = ProcessRecord.of("self", ProcessHandle.current());

  @Test
  void tellsAProcessFromALaterOneWithItsId() {
    var former =
        new ProcessRecord("self", self.pid(), self.startedAt().minus(Duration.ofMinutes(1)));

    assertThat(self.alive()).isPresent();
    assertThat(former.alive()).isEmpty();
  }

  @Test
  void isNotAliveWhenNobodyCollectsWhatIsLeftOfIt() throws Exception {
    // Given
    Process careless = new ProcessBuilder("sh", "-c", "sleep 60 & exec sleep 60").start();
    try {
      await().until(() -> careless.children().count() == 1);
      ProcessHandle child = careless.children().findFirst().orElseThrow();
      ProcessRecord process = ProcessRecord.of("child", child);
      assertThat(process.alive()).isPresent();

      // When
      child.destroyForcibly();

      // Then
      await().untilAsserted(() -> assertThat(process.alive()).isEmpty());
    } finally {
      careless.destroyForcibly();
    }
  }

  @Test
  void knowsWhatChangedSinceItStarted(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("built"));

    Files.setLastModifiedTime(file, FileTime.from(self.startedAt().plusSeconds(10)));
    assertThat(self.isOlderThan(file)).isTrue();
    Files.setLastModifiedTime(file, FileTime.from(self.startedAt().minusSeconds(10)));
    assertThat(self.isOlderThan(file)).isFalse();
    assertThat(self.isOlderThan(folder.resolve("missing"))).isFalse();
  }
}
