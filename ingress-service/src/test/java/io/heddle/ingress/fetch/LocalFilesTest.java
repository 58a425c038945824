package io.heddle.ingress.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heddle.ingress.reach.FolderReach;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.SourceOrdering;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in place and folders that grow. */
class LocalFilesTest {
  private static final FetchSettings SETTINGS = FetchCase.settings();

  @TempDir private Path folder;

  @Test
  void seesThatAFileChangedWhileItWasRead() throws Exception {
    Path file = write("in.csv", "2036-01-01T00:00:00Z");
    FetchedFile taken = new LocalFiles(SETTINGS).take(file);
    taken.checkUnchanged();
    write("in.csv", "2036-01-01T00:00:01Z");
    assertThatThrownBy(taken::checkUnchanged)
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("changed while it was read");
    Files.delete(file);
    assertThatThrownBy(taken::checkUnchanged).hasMessageContaining("vanished");
  }

  @Test
  void looksAgainAtAFileThatWasJustWritten() throws Exception {
    Path file = Files.writeString(folder.resolve("in.csv"), "half");
    LocalFiles patient = new LocalFiles(settings(Duration.ofSeconds(1), List.of(folder)));
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.sleep(100);
                    Files.writeString(file, "half and the other half");
                  } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    FetchedFile taken = patient.take(file);
    writer.join();
    assertThat(taken.bytes()).isEqualTo("half and the other half".length());
    taken.checkUnchanged();
  }

  @Test
  void opensOnlyTheFoldersItMay() throws Exception {
    Path open = Files.createDirectory(folder.resolve("open"));
    Path inside = write("open/in.csv", "2036-01-01T00:00:00Z");
    Path outside = write("out.csv", "2036-01-01T00:00:00Z");
    Path link = Files.createSymbolicLink(open.resolve("link.csv"), outside);
    LocalFiles files = new LocalFiles(settings(Duration.ZERO, List.of(open)));
    assertThat(files.take(inside).inPlace()).isTrue();
    for (Path closed : List.of(outside, link, open.resolve("../out.csv"))) {
      assertThatThrownBy(() -> files.take(closed)).hasMessageContaining("heddle.reach.folders");
    }
  }

  @Test
  void doesNotEvenNameWhatLiesInOtherFolders() throws Exception {
    Path open = Files.createDirectory(folder.resolve("open"));
    write("closed/in.csv", "2036-01-01T00:00:00Z");
    FilesGlobFetcher globs = new FilesGlobFetcher(settings(Duration.ZERO, List.of(open)));
    for (String glob : List.of(folder + "/closed/*.csv", folder + "/*/*.csv", "/**")) {
      FetchStep.FilesGlob source = new FetchStep.FilesGlob(glob, null, null, null);
      assertThatThrownBy(() -> globs.fetch(source, null, context()))
          .hasMessageContaining("heddle.reach.folders");
    }
  }

  @Test
  void refusesAFolderAndAUrlOfAnotherMachine() {
    FileUrls urls = new FileUrls(SETTINGS);
    for (String url : List.of("file://" + folder, "file://server/share/in.csv")) {
      FetchStep.Url source = new FetchStep.Url(url, null, null, null);
      assertThatThrownBy(() -> urls.fetch(source, java.net.URI.create(url), null, context()))
          .isInstanceOf(IngestException.class);
    }
  }

  @Test
  void knowsAFileByItsContent() throws Exception {
    Path file = write("in.csv", "2036-01-01T00:00:00Z");
    FetchStep.Url source = new FetchStep.Url(file.toUri().toString(), null, null, null);
    FetchResult.Fetched first =
        (FetchResult.Fetched) new FileUrls(SETTINGS).fetch(source, file.toUri(), null, context());
    write("in.csv", "2035-01-01T00:00:00Z");
    FetchResult.Fetched touched =
        (FetchResult.Fetched)
            new FileUrls(SETTINGS).fetch(source, file.toUri(), first.state(), context());
    assertThat(touched.state()).isNotEqualTo(first.state());
    assertThat(touched.file().contentHash()).isNotNull().isEqualTo(first.file().contentHash());
  }

  @Test
  void sortsByNameAcrossFoldersByCharacterCodes() throws Exception {
    for (String name : List.of("b/p9.csv", "a/p10.csv", "c/d/P1.csv", "a/.p.csv", "é.csv")) {
      write(name, "2036-01-01T00:00:00Z");
    }
    write("a/p11.csv.part", "2036-01-01T00:00:00Z");
    assertThat(drain(glob("**/*", null, null)))
        .containsExactly(".p.csv", "P1.csv", "p10.csv", "p9.csv", "é.csv");
  }

  @Test
  void refusesTwoFilesOfOneName() throws Exception {
    write("a/p1.csv", "2036-01-01T00:00:00Z");
    write("b/p1.csv", "2036-01-01T00:00:00Z");
    IngestException failure =
        catchThrowableOfType(
            IngestException.class, () -> fetch(glob("*/p*.csv", null, null), null));
    assertThat(failure.kind()).isEqualTo(FailureKind.BadInput);
    assertThat(failure).hasMessageContaining("a/p1.csv").hasMessageContaining("b/p1.csv");
  }

  @Test
  void tellsOfFilesThatCameTooLate() throws Exception {
    write("p2.csv", "2036-01-02T00:00:00Z");
    write("p1.csv", "2036-01-03T00:00:00Z");
    write("p0.csv", "2036-01-01T00:00:00Z");
    SourceState state = new SourceState("s", SourceState.ETAG, "p2.csv");
    FetchResult nothing = fetch(glob("p*.csv", null, null), state);
    assertThat(((FetchResult.UpToDate) nothing).reason())
        .contains("p1.csv")
        .doesNotContain("p0.csv");
    write("p3.csv", "2036-01-04T00:00:00Z");
    FetchResult next = fetch(glob("p*.csv", null, null), state);
    assertThat(((FetchResult.Fetched) next).notes()).singleElement().asString().contains("p1.csv");
  }

  @Test
  void ordersByModificationTimeAndThenByName() throws Exception {
    write("c.csv", "2036-01-01T00:00:00Z");
    write("b.csv", "2036-01-02T00:00:00Z");
    write("a.csv", "2036-01-02T00:00:00Z");
    assertThat(drain(glob("*.csv", new EventTimeSource.FromMetadata(), SourceOrdering.ByEventTime)))
        .containsExactly("c.csv", "a.csv", "b.csv");
  }

  @Test
  void goesOnFromANameWhenTheOrderBecomesThatOfTimes() throws Exception {
    write("01.03.2036.csv", "2036-01-01T00:00:00Z");
    write("15.01.2036.csv", "2036-01-01T00:00:00Z");
    write("09.02.2036.csv", "2036-01-01T00:00:00Z");
    EventTimeSource time = new EventTimeSource.FromPath("(.*)\\.csv", "%d.%m.%Y");
    FetchResult next =
        fetch(
            glob("*.csv", time, SourceOrdering.ByEventTime),
            new SourceState("s", SourceState.ETAG, "15.01.2036.csv"));
    assertThat(((FetchResult.Fetched) next).file().path()).hasFileName("09.02.2036.csv");
  }

  @Test
  void cannotOrderBySystemTime() {
    for (EventTimeSource source :
        new EventTimeSource[] {null, new EventTimeSource.FromSystemTime()}) {
      IngestException failure =
          catchThrowableOfType(
              IngestException.class,
              () -> {
                write("a.csv", "2036-01-01T00:00:00Z");
                fetch(glob("*.csv", source, SourceOrdering.ByEventTime), null);
              });
      assertThat(failure.kind()).isEqualTo(FailureKind.EventTimeSourceIncompatible);
    }
  }

  @Test
  void takesAnyStateForUpToDateWhenNothingMatches() throws Exception {
    assertThat(fetch(glob("*.csv", null, null), new SourceState("s", "other/kind", "x")))
        .isInstanceOf(FetchResult.UpToDate.class);
  }

  private List<String> drain(FetchStep.FilesGlob source) throws InterruptedException {
    List<String> names = new ArrayList<>();
    SourceState state = null;
    boolean more = true;
    while (more) {
      FetchResult.Fetched fetched = (FetchResult.Fetched) fetch(source, state);
      names.add(fetched.file().path().getFileName().toString());
      state = fetched.state();
      more = fetched.hasMore();
    }
    assertThat(fetch(source, state)).isInstanceOf(FetchResult.UpToDate.class);
    return names;
  }

  private FetchResult fetch(FetchStep.FilesGlob source, @Nullable SourceState state)
      throws InterruptedException {
    return new FilesGlobFetcher(SETTINGS).fetch(source, state, context());
  }

  private FetchStep.FilesGlob glob(
      String pattern, @Nullable EventTimeSource eventTime, @Nullable SourceOrdering order) {
    return new FetchStep.FilesGlob(folder + "//" + pattern, eventTime, null, order);
  }

  private FetchContext context() {
    return new FetchContext("s", Clock.systemUTC(), folder, true, false, false);
  }

  private Path write(String name, String modified) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, name);
    return Files.setLastModifiedTime(file, FileTime.from(Instant.parse(modified)));
  }

  private static FetchSettings settings(Duration quietPeriod, List<Path> folders) {
    return new FetchSettings(
        "heddle/test",
        Duration.ofSeconds(5),
        Duration.ofSeconds(5),
        10,
        1 << 20,
        200,
        Duration.ZERO,
        quietPeriod,
        FetchCase.OPEN_NETWORK,
        new FolderReach(folders));
  }
}
