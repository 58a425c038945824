package io.heddle.local.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Rows and blocks as lines for people. */
final class Changelog {
  private static final List<String> CODES = List.of("+A", "-R", "-C", "+C");

  private Changelog() {}

  /** {@code 7 +A 2025-03-04T00:00:00Z EUR 1.517800}. */
  static String row(JsonNode row) {
    String values =
        row.properties().stream()
            .filter(column -> !List.of("offset", "op", "system_time").contains(column.getKey()))
            .map(column -> column.getValue().asText())
            .collect(Collectors.joining("  "));
    return "%6d  %s  %s".formatted(row.path("offset").asLong(), code(row), values);
  }

  /** The operation's code as text. */
  static String code(JsonNode row) {
    return CODES.get(row.path("op").asInt());
  }

  /** {@code #3 f1620c0ffee… AddData offsets 0..8}. */
  static String block(JsonNode item) {
    JsonNode block = item.path("block");
    JsonNode event = block.path("event");
    JsonNode interval = event.path("newData").path("offsetInterval");
    String offsets =
        interval.isMissingNode()
            ? ""
            : "  offsets %d..%d"
                .formatted(interval.path("start").asLong(), interval.path("end").asLong());
    return "%4s  %.16s…  %s%s"
        .formatted(
            "#" + block.path("sequenceNumber").asLong(),
            item.path("hash").asText(),
            event.path("kind").asText(),
            offsets);
  }

  /** What the tasks of a run came to. */
  static String outcome(JsonNode run) {
    return StreamSupport.stream(run.path("tasks").spliterator(), false)
        .map(task -> task.path("outcome"))
        .map(outcome -> outcome.path("kind").asText() + detail(outcome))
        .collect(Collectors.joining(", "));
  }

  private static String detail(JsonNode outcome) {
    JsonNode result = outcome.path("result");
    JsonNode interval = result.path("newOffsetInterval");
    if (interval.isObject()) {
      return " (rows %d..%d)"
          .formatted(interval.path("start").asLong(), interval.path("end").asLong());
    }
    JsonNode reason = outcome.path("message");
    return reason.isTextual() ? " (" + reason.asText() + ")" : "";
  }
}
