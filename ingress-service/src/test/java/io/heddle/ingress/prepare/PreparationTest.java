package io.heddle.ingress.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heddle.ingress.reach.Programs;
import io.heddle.odf.CompressionFormat;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
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

  static final ReadStep CSV =
      new ReadStep.Csv(null, null, null, null, null, null, null, null, null, null, null);

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
  void aFullDiskSaysNothingAboutTheInput() throws Exception {
    Files.createSymbolicLink(folder.resolve("prepared-0"), Path.of("/dev/full"));

    assertThatThrownBy(
            () -> prepare(SETTINGS, PrepareCasesTest.gzip("a\n".repeat(1_000_000)), GUNZIP))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("local disk");
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
                      file, "input", List.of(new PrepStep.Pipe(List.of(command))), CSV, folder))
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

  @Test
  void passesOverWhatSystemsLeaveAndWhatIsNoData() throws Exception {
    byte[] zip =
        zip(
            StandardCharsets.UTF_8,
            "__MACOSX/._t.csv",
            "._t.csv",
            "a/.DS_Store",
            "Thumbs.db",
            "Desktop.ini",
            "LICENSE",
            "README.md",
            "a/t.CSV");
    assertThat(unzip(zip, null, CSV).path()).hasContent("a/t.CSV");
  }

  @Test
  void refusesAnArchiveInWhichSeveralEntriesMayBeMeant() throws Exception {
    byte[] several = zip(StandardCharsets.UTF_8, "LICENSE", "b.csv", "a.csv");
    assertThatThrownBy(() -> unzip(several, null, CSV))
        .hasMessageContaining("2 entries may be meant; say which one by subPath: b.csv, a.csv");
    byte[] none = zip(StandardCharsets.UTF_8, "x.dat", "y.dat");
    assertThatThrownBy(() -> unzip(none, null, CSV)).hasMessageContaining("x.dat, y.dat");
    assertThatThrownBy(() -> unzip(zip(StandardCharsets.UTF_8, "._a.csv"), null, CSV))
        .hasMessageContaining("it holds no file");
    assertThat(unzip(several, "a.csv", CSV).path()).hasContent("a.csv");
  }

  @Test
  void readsNamesInOldCodePages() throws Exception {
    Charset codePage = Charset.forName("IBM437");
    assertThat(unzip(zip(codePage, "\u00fcbersicht.csv"), null, CSV).displayName())
        .endsWith("\u00fcbersicht.csv");
    assertThat(unzip(zip(codePage, "\u00fcbersicht.csv"), "\u00fcber*.csv", CSV).path())
        .hasContent("\u00fcbersicht.csv");
    byte[] japanese = zip(Charset.forName("Shift_JIS"), "\u30c7\u30fc\u30bf.csv", "read.me");
    assertThat(unzip(japanese, null, CSV).path()).hasContent("\u30c7\u30fc\u30bf.csv");
    assertThat(unzip(zip(StandardCharsets.UTF_8, "\u00fc.csv"), "\u00fc.csv", CSV).path())
        .hasContent("\u00fc.csv");
  }

  private PreparedFile unzip(byte[] zip, @Nullable String subPath, ReadStep read)
      throws IOException, InterruptedException {
    Path file = Files.write(folder.resolve("input"), zip);
    PrepStep step = new PrepStep.Decompress(CompressionFormat.Zip, subPath);
    return new Preparation(SETTINGS, PROGRAMS).prepare(file, "input", List.of(step), read, folder);
  }

  /** An archive whose entries hold their own names. */
  private static byte[] zip(Charset names, String... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes, names)) {
      for (String name : entries) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
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
    return new Preparation(settings, PROGRAMS).prepare(file, "input", List.of(step), CSV, folder);
  }

  private static byte[] concat(byte[] first, byte[] second) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(first);
    bytes.writeBytes(second);
    return bytes.toByteArray();
  }
}
