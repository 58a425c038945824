package io.heddle.conformance;

import io.heddle.conformance.ConformanceTally.Entry;
import io.heddle.conformance.ConformanceTally.Outcome;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Puts together what the suites of all modules reported about one folder of vectors or cases:
 * failures with expected and actual, skips with their reasons, one line for each format.
 *
 * <p>Arguments: {@code vectors} or {@code cases}, the folder, and the modules' {@code
 * target/conformance} folders. Exit code 0 if nothing failed, 1 if something did, 2 if a file could
 * not be read or none was of a known format.
 */
public final class ConformanceReportMain {
  private static final int FAILED = 1;
  private static final int UNUSABLE = 2;

  private final PrintStream out;

  ConformanceReportMain(PrintStream out) {
    this.out = out;
  }

  /** See the class. */
  public static void main(String[] args) throws IOException {
    if (args.length < 2) {
      System.err.println("usage: ConformanceReportMain vectors|cases FOLDER REPORT_FOLDER...");
      System.exit(UNUSABLE);
    }
    ConformanceKind kind = ConformanceKind.valueOf(args[0].toUpperCase(Locale.ROOT));
    List<Path> reports = Arrays.stream(args).skip(2).map(Path::of).toList();
    System.exit(new ConformanceReportMain(System.out).report(kind, Path.of(args[1]), reports));
  }

  int report(ConformanceKind kind, Path folder, List<Path> reportFolders) throws IOException {
    ConformanceFiles files = ConformanceFiles.below(folder, kind);
    ConformanceTally tally = readAll(reportFolders, files.cases().keySet());
    files
        .cases()
        .forEach(
            (format, cases) -> {
              if (!tally.knows(format)) {
                cases.forEach(
                    each -> tally.add(Outcome.SKIPPED, each, "no suite runs " + format + " yet"));
              }
            });
    tally.all(Outcome.SKIPPED).forEach(entry -> print("skipped", entry));
    tally.all(Outcome.FAILED).forEach(entry -> print("FAILED", entry));
    files.ignored().forEach(file -> out.println("ignored " + file + ": of no known format"));
    files.unreadable().forEach((file, reason) -> out.println("UNREADABLE " + file + " " + reason));
    tally.summary().forEach(out::println);
    if (!files.unreadable().isEmpty()) {
      return UNUSABLE;
    }
    if (files.cases().isEmpty()) {
      out.printf("no file of a known format below %s%n", folder);
      return UNUSABLE;
    }
    return tally.count(Outcome.FAILED) > 0 ? FAILED : 0;
  }

  /** Other formats may have been reported by earlier runs over other folders. */
  private static ConformanceTally readAll(List<Path> reportFolders, Set<String> formats)
      throws IOException {
    ConformanceTally tally = new ConformanceTally();
    for (Path folder : reportFolders) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> reports = Files.list(folder)) {
          reports
              .filter(report -> report.toString().endsWith(".txt"))
              .sorted()
              .forEach(report -> tally.readFrom(report, formats));
        }
      }
    }
    return tally;
  }

  private void print(String outcome, Entry entry) {
    if (entry.explanation().indexOf('\n') < 0) {
      out.printf("%s %s %s: %s%n", outcome, entry.format(), entry.id(), entry.explanation());
    } else {
      out.printf("%s %s %s%n", outcome, entry.format(), entry.id());
      entry.explanation().lines().forEach(line -> out.println("    " + line));
    }
  }
}
