package io.heddle.local.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a log said last, for people: messages, without the other fields and without stacks. */
final class LogTail {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_BYTES = 256 * 1024;
  private static final int MESSAGES = 10;
  private static final Pattern PART_OF_A_STACK =
      Pattern.compile("\\s+(at |- |\\.\\.\\. \\d+ ).*|\\s*");
  private static final String CAUSE = "Caused by: ";

  private LogTail() {}

  /** The last messages, one a line; where there is no log, a line that says so. */
  static String of(Path log) {
    List<String> messages;
    try {
      messages =
          end(log)
              .lines()
              .filter(line -> !PART_OF_A_STACK.matcher(line).matches())
              .map(LogTail::message)
              .toList();
    } catch (IOException e) {
      return "(no log at " + log + ")";
    }
    return messages.isEmpty()
        ? "(nothing in " + log + ")"
        : String.join(
            "\n", messages.subList(Math.max(0, messages.size() - MESSAGES), messages.size()));
  }

  private static String end(Path log) throws IOException {
    try (FileChannel channel = FileChannel.open(log)) {
      long start = Math.max(0, channel.size() - LONGEST_BYTES);
      ByteBuffer bytes = ByteBuffer.allocate((int) (channel.size() - start));
      channel.position(start);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      String text = new String(bytes.array(), 0, bytes.position(), UTF_8);
      // What stands before the first line break may be the rest of a line.
      return start == 0 ? text : text.substring(text.indexOf('\n') + 1);
    }
  }

  /** A line of the services' JSON logs, or one that is a message as it is. */
  private static String message(String line) {
    JsonNode json = parsed(line).filter(node -> node.hasNonNull("message")).orElse(null);
    if (json == null) {
      return line;
    }
    String message =
        "%s %s %s"
            .formatted(
                json.path("timestamp").asText(),
                json.path("level").asText(),
                json.path("message").asText());
    return cause(json.path("stackTrace").asText())
        .map(cause -> message + ": " + cause)
        .orElse(message);
  }

  private static Optional<JsonNode> parsed(String line) {
    if (!line.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(line));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** What an exception comes down to: the cause that has none. */
  private static Optional<String> cause(String stackTrace) {
    return stackTrace
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(CAUSE))
        .reduce((former, last) -> last)
        .map(line -> line.substring(CAUSE.length()))
        .or(
            () ->
                stackTrace.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst());
  }
}
