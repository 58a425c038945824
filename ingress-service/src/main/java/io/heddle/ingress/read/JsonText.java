package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.heddle.problem.IngestException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** How JSON is parsed here: strictly, one key once, and no NaN. */
final class JsonText {
  private static final int MOST_NESTED = 500;

  /** Names are bounded by the line or the file that they stand in. */
  private static final int LONGEST_NAME = 1 << 20;

  private JsonText() {}

  static JsonFactory factory(int maxValueChars) {
    return JsonFactory.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxStringLength(maxValueChars)
                .maxNameLength(Math.max(LONGEST_NAME, maxValueChars))
                .maxNumberLength(maxValueChars)
                .maxNestingDepth(MOST_NESTED)
                .build())
        .build();
  }

  /** What a problem of the parser means to the user. */
  static IngestException failure(
      IOException problem, @Nullable JsonParser parser, long record, ReadFailures failures) {
    return switch (problem) {
      case MalformedTextException malformed -> failures.malformed(record, malformed);
      case JsonProcessingException json -> {
        String message = withoutHints(json.getOriginalMessage());
        String name = name(parser);
        yield message.startsWith("Duplicate") && name != null
            ? failures.column(record, name, "the key stands twice in one object")
            : failures.at(record, "this is not valid JSON: " + message + place(json.getLocation()));
      }
      default -> failures.cannotRead(problem);
    };
  }

  /** The parser's hints are for those who program with it, not for those who publish data. */
  private static String withoutHints(String message) {
    return message
        .replaceAll(": enable `[^`]*` to allow", " is not JSON")
        .replaceAll(", from `[^`]*`", "")
        .replaceAll(" ?\\(start marker at \\[Source: [^\\]]*\\]\\)", "");
  }

  private static @Nullable String name(@Nullable JsonParser parser) {
    try {
      return parser == null ? null : parser.currentName();
    } catch (IOException e) {
      return null;
    }
  }

  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
  }

  /** What stands there instead of an object, for messages. */
  static String describe(@Nullable JsonToken token) {
    return switch (token) {
      case null -> "nothing";
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "something else";
    };
  }
}
