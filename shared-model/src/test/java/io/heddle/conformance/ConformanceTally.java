package io.heddle.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What came out of a run, for each format. Its text form has one line for each passed, failed or
 * skipped case: outcome, format, id and explanation, separated by tabs.
 */
final class ConformanceTally {
  private final Map<String, List<Entry>> entries = new TreeMap<>();

  enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

  record Entry(Outcome outcome, String format, String id, String explanation) {
    private static final int COLUMNS = 4;

    String toLine() {
      return String.join("\t", outcome.name(), format, id, escape(explanation));
    }

    static Entry fromLine(String line) {
      String[] columns = line.split("\t", COLUMNS);
      return new Entry(
          Outcome.valueOf(columns[0]), columns[1], columns[2], unescape(columns[COLUMNS - 1]));
    }

    private static String escape(String text) {
      return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "").replace("\t", " ");
    }

    private static String unescape(String text) {
      StringBuilder plain = new StringBuilder();
      for (int index = 0; index < text.length(); index++) {
        char character = text.charAt(index);
        if (character == '\\' && index + 1 < text.length()) {
          index++;
          plain.append(text.charAt(index) == 'n' ? '\n' : text.charAt(index));
        } else {
          plain.append(character);
        }
      }
      return plain.toString();
    }
  }

  synchronized void add(Outcome outcome, ConformanceCase conformanceCase, String explanation) {
    add(new Entry(outcome, conformanceCase.format(), conformanceCase.id(), explanation));
  }

  synchronized void add(Entry entry) {
    entries.computeIfAbsent(entry.format(), format -> new ArrayList<>()).add(entry);
  }

  boolean knows(String format) {
    return entries.containsKey(format);
  }

  long count(Outcome outcome) {
    return entries.values().stream()
        .flatMap(List::stream)
        .filter(entry -> entry.outcome() == outcome)
        .count();
  }

  List<Entry> all(Outcome outcome) {
    return entries.values().stream()
        .flatMap(List::stream)
        .filter(entry -> entry.outcome() == outcome)
        .toList();
  }

  /** {@code blocks: 19 passed, 0 failed, 2 skipped}, one for each format. */
  List<String> summary() {
    return entries.entrySet().stream()
        .map(
            format ->
                "%s: %d passed, %d failed, %d skipped"
                    .formatted(
                        format.getKey(),
                        count(format.getValue(), Outcome.PASSED),
                        count(format.getValue(), Outcome.FAILED),
                        count(format.getValue(), Outcome.SKIPPED)))
        .toList();
  }

  private static long count(List<Entry> entries, Outcome outcome) {
    return entries.stream().filter(entry -> entry.outcome() == outcome).count();
  }

  void writeTo(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(
          file, entries.values().stream().flatMap(List::stream).map(Entry::toLine).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds what a report says about some formats. */
  void readFrom(Path file, Set<String> formats) {
    try (Stream<String> lines = Files.lines(file)) {
      lines
          .map(Entry::fromLine)
          .filter(entry -> formats.contains(entry.format()))
          .forEach(this::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
