package io.heddle.local.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * When each phase of a run began and ended, as seen from outside: as exact as one looks often.
 * Phases overlap, since rows flow through several of them at once.
 */
final class PhaseTimes {
  private static final double NANOS = 1e9;
  private static final double MEGABYTE = 1e6;

  private final long began;
  private final Map<String, Span> spans = new LinkedHashMap<>();

  private record Span(long start, long end, String state) {}

  /**
   * @param began when the run was started, by {@link System#nanoTime()}
   */
  PhaseTimes(long began) {
    this.began = began;
  }

  /** Notes how far the phases of a run are now. */
  void look(JsonNode run) {
    look(run, System.nanoTime());
  }

  void look(JsonNode run, long now) {
    for (JsonNode phase : run.path("tasks").path(0).path("phases")) {
      String name = phase.path("phase").asText();
      String state = phase.path("state").asText();
      if (state.equals("Pending")) {
        continue;
      }
      Span before = spans.get(name);
      if (before == null) {
        spans.put(name, new Span(now, now, state));
      } else if (before.state().equals("Running")) {
        spans.put(name, new Span(before.start(), now, state));
      }
    }
  }

  /** A line for each phase that did something, with its share of all rows and bytes a second. */
  List<String> lines(long rows, long bytes) {
    List<String> lines = new ArrayList<>();
    spans.forEach(
        (name, span) -> {
          double seconds = (span.end() - span.start()) / NANOS;
          if (span.state().equals("Skipped")) {
            return;
          }
          String rates =
              seconds <= 0
                  ? "too short to tell"
                  : String.format(
                      Locale.ROOT,
                      "%,d rows/s, %.1f MB/s",
                      Math.round(rows / seconds),
                      bytes / MEGABYTE / seconds);
          lines.add(
              String.format(
                  Locale.ROOT,
                  "    %-11s from %6.2f s to %6.2f s: %s",
                  name,
                  (span.start() - began) / NANOS,
                  (span.end() - began) / NANOS,
                  rates));
        });
    return lines;
  }
}
