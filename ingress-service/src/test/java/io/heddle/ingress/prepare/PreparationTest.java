package io.heddle.ingress.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heddle.ingress.reach.Programs;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.source.CompressionFormat;
import io.heddle.source.PrepStep;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What archives and programs of the wild come with. */
class PreparationTest {
  static final PrepareSettings SETTINGS =
      new PrepareSettings(64 << 20, 200, 100, Duration.ofSeconds(20));

  private static final Programs PROGRAMS =
      new Programs(
          Stream.of("sleep", "sh", "env").flatMap(name -> program(name).stream()).toList(),
          Map.of("GREETING", "hello"));

  private static final PrepStep GUNZIP = new PrepStep.Decompress(CompressionFormat.Gzip, null);

  @TempDir private Path folder;

  @Test
  void refusesOtherBytesBehindGzip() throws Exception {
    byte[] followed = concat(PrepareCasesTest.gzip("a\n"), "more".getBytes("UTF-8"));
    assertRefused(followed)
        .hasMessageContaining("input cannot be unpacked as a gzip file: other bytes follow");
  }

  @Test
  void refusesGzipWithADamagedByte() throws Exception {
    byte[] damaged = PrepareCasesTest.gzip("name,qty\nbolt,4\nnut,9\n");
    damaged[damaged.length - 6] ^= 1;
    assertRefused(damaged).hasMessageContaining("check sum");
  }

  @Test
  void unpacksNothingAfterAnInterrupt() throws Exception {
    byte[] gzip = PrepareCasesTest.gzip("a\n".repeat(1000));
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> prepare(SETTINGS, gzip, GUNZIP))
          .hasCauseInstanceOf(InterruptedIOException.class);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
    assertNothingLeft();
  }

  @Test
  void stopsABombByItsRatio() throws Exception {
    byte[] bomb = PrepareCasesTest.gzip("0".repeat(20 << 20));
    assertThatThrownBy(() -> prepare(SETTINGS, bomb, GUNZIP))
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("200 times")
        .extracting(e -> ((IngestException) e).kind())
        .isEqualTo(FailureKind.LimitExceeded);
    assertNothingLeft();
  }

  @Test
  void countsWhatReallyComesOut() throws Exception {
    PrepareSettings small = new PrepareSettings(10, 200, 100, Duration.ofSeconds(20));
    byte[] gzip = PrepareCasesTest.gzip("more than ten bytes");
    assertThatThrownBy(() -> prepare(small, gzip, GUNZIP)).hasMessageContaining("10 bytes");
    assertNothingLeft();
  }

  @Test
  void stopsAProgramThatDoesNotEnd() {
    PrepareSettings hasty = new PrepareSettings(1 << 20, 200, 100, Duration.ofMillis(300));
    assertThatThrownBy(() -> prepare(hasty, new byte[0], new PrepStep.Pipe(List.of("sleep", "60"))))
        .hasMessageContaining("did not end");
    assertNothingLeft();
  }

  @Test
  void tellsWhatAFailingProgramSaid() {
    assertThatThrownBy(
            () ->
                prepare(
                    SETTINGS,
                    "x".getBytes("UTF-8"),
                    new PrepStep.Pipe(List.of("sh", "-c", "echo rows; echo no luck >&2; exit 3"))))
        .hasMessageContaining("exit code 3: no luck");
    assertNothingLeft();
  }

  @Test
  void namesAProgramThatIsNotThere() {
    assertThatThrownBy(
            () -> prepare(SETTINGS, new byte[0], new PrepStep.Pipe(List.of("no-such-program"))))
        .hasMessageContaining("no-such-program");
  }

  @Test
  void runsNothingThatTheOperatorDoesNotAllow() throws Exception {
    Path file = Files.write(folder.resolve("input"), new byte[0]);
    Preparation closed = new Preparation(SETTINGS, new Programs(List.of(), Map.of()));
    for (String command : List.of("sh", "/bin/sh", "")) {
      assertThatThrownBy(
              () ->
                  closed.prepare(
                      file, "input", List.of(new PrepStep.Pipe(List.of(command))), folder))
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.Unsupported))
          .hasMessageContaining("heddle.reach.commands (now: none)");
    }
    assertThatThrownBy(
            () ->
                prepare(SETTINGS, new byte[0], new PrepStep.Pipe(List.of("../bin/sh", "-c", ":"))))
        .hasMessageContaining("\"../bin/sh\" may not be run");
    assertNothingLeft();
  }

  @Test
  void showsAProgramOnlyTheEnvironmentMadeForIt() throws Exception {
    PreparedFile prepared = prepare(SETTINGS, new byte[0], new PrepStep.Pipe(List.of("env")));
    assertThat(prepared.path()).hasContent("GREETING=hello\n");
  }

  @Test
  void endsWhatAProgramLeavesRunning() throws Exception {
    Path pid = folder.resolve("pid");
    String script = "/bin/sleep 300 & echo $! > '" + pid + "'; /bin/sleep 1";
    prepare(SETTINGS, new byte[0], new PrepStep.Pipe(List.of("sh", "-c", script)));
    assertEnds(pid);
  }

  @Test
  void endsAProgramWithAllItStartedWhenTheTaskIsCancelled() throws Exception {
    Path pid = folder.resolve("pid");
    String script = "/bin/sleep 300 & echo $! > '" + pid + "'; /bin/sleep 300";
    Thread task =
        Thread.ofVirtual()
            .start(
                () ->
                    assertThatThrownBy(
                            () ->
                                prepare(
                                    SETTINGS,
                                    new byte[0],
                                    new PrepStep.Pipe(List.of("sh", "-c", script))))
                        .isInstanceOf(InterruptedException.class));
    await().until(() -> Files.exists(pid) && Files.size(pid) > 0);
    task.interrupt();
    assertThat(task.join(Duration.ofSeconds(5))).isTrue();
    assertEnds(pid);
    assertNothingLeft();
  }

  private static void assertEnds(Path pid) throws IOException {
    long process = Long.parseLong(Files.readString(pid).strip());
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty());
  }

  static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(path -> Path.of(path, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private AbstractThrowableAssert<?, ?> assertRefused(byte[] input) {
    AbstractThrowableAssert<?, ?> refused =
        assertThatThrownBy(() -> prepare(SETTINGS, input, GUNZIP))
            .isInstanceOfSatisfying(
                IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.BadInput));
    assertNothingLeft();
    return refused;
  }

  private void assertNothingLeft() {
    assertThat(folder).isDirectoryNotContaining("glob:**/prepared*");
  }

  private PreparedFile prepare(PrepareSettings settings, byte[] input, PrepStep step)
      throws IOException, InterruptedException {
    Path file = Files.write(folder.resolve("input"), input);
    return new Preparation(settings, PROGRAMS).prepare(file, "input", List.of(step), folder);
  }

  private static byte[] concat(byte[] first, byte[] second) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(first);
    bytes.writeBytes(second);
    return bytes.toByteArray();
  }
}
