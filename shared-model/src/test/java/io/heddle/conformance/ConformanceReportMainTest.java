package io.heddle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.conformance.ConformanceTally.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceReportMainTest {
  private static final String CASES =
      "{\"kind\": \"%s\", \"group\": \"%s\", \"cases\": [{\"id\": \"one\"}, {\"id\": \"two\"}]}";

  @TempDir Path folder;
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  @Test
  void addsUpTheModulesAndKeepsWhatNobodyRuns() throws IOException {
    // Given
    write("merge/ledger.json", CASES.formatted("merge", "ledger"));
    write("writer/commit.json", CASES.formatted("writer", "commit"));
    ConformanceTally tally = new ConformanceTally();
    tally.add(new ConformanceTally.Entry(Outcome.PASSED, "merge/ledger", "one", ""));
    tally.add(new ConformanceTally.Entry(Outcome.SKIPPED, "merge/ledger", "two", "no templates"));
    // When
    int exitCode = report(tally);
    // Then
    assertThat(exitCode).isZero();
    assertThat(lines())
        .containsExactly(
            "skipped merge/ledger two: no templates",
            "skipped writer/commit one: no suite runs writer/commit yet",
            "skipped writer/commit two: no suite runs writer/commit yet",
            "merge/ledger: 1 passed, 0 failed, 1 skipped",
            "writer/commit: 0 passed, 0 failed, 2 skipped");
  }

  @Test
  void showsExpectedAndActualOfAFailure() throws IOException {
    // Given
    write("merge/ledger.json", CASES.formatted("merge", "ledger"));
    ConformanceTally tally = new ConformanceTally();
    tally.add(
        new ConformanceTally.Entry(
            Outcome.FAILED, "merge/ledger", "one", "expected: a\\b\nactual:   c\td"));
    // When
    int exitCode = report(tally);
    // Then
    assertThat(exitCode).isEqualTo(1);
    assertThat(lines())
        .containsExactly(
            "FAILED merge/ledger one",
            "    expected: a\\b",
            "    actual:   c d",
            "merge/ledger: 0 passed, 1 failed, 0 skipped");
  }

  @Test
  void aFileCutInHalfMakesTheRunUnusable() throws IOException {
    write("merge/ledger.json", CASES.formatted("merge", "ledger").substring(0, 40));
    assertThat(report(new ConformanceTally())).isEqualTo(2);
    assertThat(lines().get(0)).contains("UNREADABLE", "ledger.json", "is not valid JSON");
  }

  @Test
  void aFolderWithoutAnyKnownFileIsUnusable() throws IOException {
    write("notes.json", "{}");
    assertThat(report(new ConformanceTally())).isEqualTo(2);
    assertThat(lines())
        .anyMatch(line -> line.contains("notes.json: of no known format"))
        .anyMatch(line -> line.startsWith("no file of a known format below"));
  }

  @Test
  void aFolderThatIsNotThereIsUnusable() throws IOException {
    int exitCode =
        new ConformanceReportMain(new PrintStream(output, true, StandardCharsets.UTF_8))
            .report(ConformanceKind.CASES, folder.resolve("missing"), List.of());
    assertThat(exitCode).isEqualTo(2);
    assertThat(lines().get(0)).contains("missing is not a folder");
  }

  private void write(String file, String content) throws IOException {
    Path target = folder.resolve("cases").resolve(file);
    Files.createDirectories(target.getParent());
    Files.writeString(target, content);
  }

  private int report(ConformanceTally tally) throws IOException {
    Path reports = folder.resolve("reports");
    tally.writeTo(reports.resolve("suite.txt"));
    return new ConformanceReportMain(new PrintStream(output, true, StandardCharsets.UTF_8))
        .report(ConformanceKind.CASES, folder.resolve("cases"), List.of(reports));
  }

  private List<String> lines() {
    return output.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
