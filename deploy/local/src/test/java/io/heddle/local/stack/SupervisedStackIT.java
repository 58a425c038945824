package io.heddle.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack of broker and S3 server, or of one of them, with a real supervisor. */
class SupervisedStackIT {
  private static final Duration A_WHILE = Duration.ofMinutes(2);

  @TempDir Path home;
  private final Queue<String> told = new ConcurrentLinkedQueue<>();

  /** Knows no more of what runs than a new launcher would. */
  private SupervisedStack stack(String... names) {
    return stack(Patience.endless(told::add), names);
  }

  private SupervisedStack stack(Patience patience, String... names) {
    return new SupervisedStack(ProjectRoot.find(), new StackFolder(home), List.of(names), patience);
  }

  private ProcessHandle process(String name) {
    return stack().stack().state().running(name).orElseThrow();
  }

  private long pid(String name) {
    return process(name).pid();
  }

  private void kill(String name) {
    ProcessHandle process = process(name);
    process.destroyForcibly();
    await().until(() -> !ProcessRecord.runs(process));
  }

  private static void signal(String signal, long pid) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
    assertThat(kill.waitFor()).isZero();
  }

  @AfterEach
  void stop() {
    stack(LocalStack.S3).down();
  }

  @Test
  void startsAgainWhatDies() {
    // Given
    SupervisedStack stack = stack(LocalStack.S3);
    stack.up();
    long former = pid(LocalStack.S3);

    // When
    kill(LocalStack.S3);

    // Then
    await()
        .atMost(A_WHILE)
        .untilAsserted(
            () -> {
              assertThat(stack.stack().running()).containsKey(LocalStack.S3);
              assertThat(pid(LocalStack.S3)).isNotEqualTo(former);
              assertThat(stack.stack().readiness().serves(LocalStack.S3)).isTrue();
            });
  }

  @Test
  void startsOnlyWhatIsMissing() {
    // Given
    stack(LocalStack.S3, LocalStack.BROKER).up();
    long s3 = pid(LocalStack.S3);
    long broker = pid(LocalStack.BROKER);
    long supervisor = pid(LocalStack.SUPERVISOR);
    kill(LocalStack.SUPERVISOR);
    kill(LocalStack.S3);

    // When
    stack(LocalStack.S3, LocalStack.BROKER).up();

    // Then
    assertThat(pid(LocalStack.BROKER)).isEqualTo(broker);
    assertThat(pid(LocalStack.S3)).isNotEqualTo(s3);
    assertThat(pid(LocalStack.SUPERVISOR)).isNotEqualTo(supervisor);
  }

  @Test
  void restartsOneAlone() {
    // Given
    SupervisedStack stack = stack(LocalStack.S3, LocalStack.BROKER);
    stack.up();
    long s3 = pid(LocalStack.S3);
    long broker = pid(LocalStack.BROKER);
    int port = stack.stack().s3Endpoint().getPort();

    // When
    stack.restart("s3");

    // Then
    assertThat(pid(LocalStack.S3)).isNotEqualTo(s3);
    assertThat(stack.stack().s3Endpoint().getPort()).isEqualTo(port);
    assertThat(pid(LocalStack.BROKER)).isEqualTo(broker);
  }

  @Test
  void restartsNothingThatItDoesNotKnow() {
    assertThatThrownBy(() -> stack(LocalStack.S3).restart("s4"))
        .hasMessage("there is no s4; there are s3");
    assertThatThrownBy(() -> stack(LocalStack.S3).restart("s3"))
        .hasMessageContaining("nothing runs");
  }

  @Test
  void givesUpOnWhatEndsAgainAndAgain() throws Exception {
    // Given
    Path inTheWay = Files.createFile(home.resolve("s3"));
    SupervisedStack stack = stack(LocalStack.S3);

    // When
    assertThatThrownBy(stack::up)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("s3 ended by itself more than 5 times; it said last:")
        .hasMessageContaining(inTheWay.toString())
        .hasMessageContaining("./heddle restart s3");

    // Then
    assertThat(told).anyMatch(line -> line.startsWith("s3 ended by itself and is started again"));
    assertThat(stack.status()).anyMatch(line -> line.contains("ended by itself more than 5 times"));
    Files.delete(inTheWay);
    stack.up();
    assertThat(stack.status()).anyMatch(line -> line.matches("s3 +ready .*"));
  }

  @Test
  void waitsForWhatLivesAndSaysSo() throws Exception {
    // Given
    stack(LocalStack.BROKER).up();
    signal("STOP", pid(LocalStack.BROKER));

    // When
    CompletableFuture<Void> up = CompletableFuture.runAsync(stack(LocalStack.BROKER)::up);

    // Then
    await()
        .atMost(A_WHILE)
        .untilAsserted(
            () ->
                assertThat(told)
                    .anyMatch(line -> line.startsWith("waiting for kafka (does not answer yet)")));
    assertThat(up).isNotDone();
    assertThatThrownBy(
            stack(Patience.atMost(Duration.ofSeconds(1), told::add), LocalStack.BROKER)::up)
        .hasMessageMatching("after \\d+ s not all is ready: kafka \\(does not answer yet\\).*");
    signal("CONT", pid(LocalStack.BROKER));
    assertThat(up).succeedsWithin(A_WHILE);
  }

  @Test
  void leavesNothingRunning() {
    // Given
    stack(LocalStack.S3).up();
    List<ProcessHandle> all = List.of(process(LocalStack.S3), process(LocalStack.SUPERVISOR));

    // When
    stack(LocalStack.S3).down();

    // Then
    assertThat(all).noneMatch(ProcessRecord::runs);
    assertThat(stack(LocalStack.S3).status()).isEmpty();
  }
}
