package io.heddle.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;

/** What is wrong with a JSON text, in words for whoever wrote it. */
public final class JsonFaults {
  private JsonFaults() {}

  /** The parser's own words where they speak of the text, not of the parser. */
  public static String describe(JsonProcessingException fault) {
    return switch (fault) {
      case JsonEOFException end -> "it ends in the middle of a value";
      case StreamConstraintsException limit ->
          "it is nested too deeply, or a name, text or number in it is too long";
      default -> words(fault.getOriginalMessage());
    };
  }

  private static String words(String message) {
    return message.contains("`") || message.contains("com.fasterxml")
        ? "it is not well-formed"
        : message;
  }
}
