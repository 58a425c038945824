package io.heddle.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void seesWhatAnotherLauncherDid() {
    // Given
    var one = new StackState(file);
    var other = new StackState(file);
    ProcessRecord self = ProcessRecord.of("self", ProcessHandle.current());

    // When
    one.started(self);
    one.abandon("merge-service", "ended too often");
    other.choosePort("kafka");

    // Then
    assertThat(other.process("self")).contains(self);
    assertThat(other.abandoned("merge-service")).contains("ended too often");
    assertThat(one.formerPort("kafka")).isPresent();
  }

  @Test
  void givesAnAbandonedProcessAnotherChanceWhenItIsStopped() {
    var state = new StackState(file);
    state.abandon("self", "ended too often");

    state.stopped("self");

    assertThat(state.abandoned("self")).isEmpty();
  }
}
