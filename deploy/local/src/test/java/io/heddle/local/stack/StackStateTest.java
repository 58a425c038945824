package io.heddle.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackStateTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void choose() {
    file = folder.resolve("stack.json");
  }

  @Test
  void remembersProcessesAndPortsAcrossLaunchers() {
    // Given
    var state = new StackState(file);
    ProcessRecord self = ProcessRecord.of("self", ProcessHandle.current());
    int port = state.choosePort("self");
    state.started(self);

    // When
    var next = new StackState(file);

    // Then
    assertThat(next.processes()).containsExactly(self);
    assertThat(next.port("self")).isEqualTo(port);
    assertThat(next.choosePort("self")).isEqualTo(port);
  }

  @Test
  void forgetsWhatStopped() {
    var state = new StackState(file);
    state.started(ProcessRecord.of("self", ProcessHandle.current()));
    state.stopped("self");

    assertThat(new StackState(file).processes()).isEmpty();
  }

  @Test
  void choosesAnotherPortWhenTheFormerIsTaken() throws Exception {
    // Given
    var state = new StackState(file);
    int former = state.choosePort("kafka");

    // When
    try (var other = new ServerSocket(former, 1, InetAddress.getLoopbackAddress())) {
      int chosen = state.choosePort("kafka");

      // Then
      assertThat(chosen).isNotEqualTo(other.getLocalPort());
    }
  }

  @Test
  void refusesADamagedFile() throws Exception {
    Files.writeString(file, "{\"processes\": [");

    assertThatThrownBy(() -> new StackState(file))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stack.json is damaged");
  }

  @Test
  void tellsAProcessFromALaterOneWithItsId() {
    // Given
    ProcessRecord self = ProcessRecord.of("self", ProcessHandle.current());

    // When
    var former =
        new ProcessRecord("self", self.pid(), self.startedAt().minus(Duration.ofMinutes(1)));

    // Then
    assertThat(self.alive()).isPresent();
    assertThat(former.alive()).isEmpty();
  }
}
