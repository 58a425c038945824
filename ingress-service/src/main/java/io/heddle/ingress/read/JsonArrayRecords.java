package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects in the array of a JSON document, at its root or at the end of a path of keys. */
final class JsonArrayRecords implements JsonRecords {
  private final DecodedText text;
  private final JsonParser parser;
  private final List<String> path;
  private final ReadFailures failures;
  private boolean inArray;
  private boolean ended;
  private long record;

  /**
   * @param path keys from the root to the array
   */
  JsonArrayRecords(DecodedText text, JsonFactory factory, List<String> path, ReadFailures failures)
      throws IOException {
    this.text = text;
    this.parser = factory.createParser(text);
    this.path = path;
    this.failures = failures;
  }

  /** The parser of the whole document. */
  JsonParser parser() {
    return parser;
  }

  @Override
  public @Nullable JsonParser next() throws IOException {
    if (ended) {
      return null;
    }
    if (!inArray) {
      walkToArray();
      inArray = true;
    }
    JsonToken token = parser.nextToken();
    if (token == JsonToken.END_ARRAY) {
      ended = true;
      readRest();
      return null;
    }
    record++;
    if (token != JsonToken.START_OBJECT) {
      throw failures.at(
          record, "an element of the array is an object, here stands " + JsonText.describe(token));
    }
    return parser;
  }

  private void walkToArray() throws IOException {
    JsonToken token = parser.nextToken();
    for (String key : path) {
      if (token != JsonToken.START_OBJECT) {
        throw notThere("\"%s\" would have to be a key of an object".formatted(key), token);
      }
      token = find(key);
    }
    if (token != JsonToken.START_ARRAY) {
      throw notThere("the records would have to be an array", token);
    }
  }

  private JsonToken find(String key) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = parser.currentName().equals(key);
      JsonToken value = parser.nextToken();
      if (found) {
        return value;
      }
      parser.skipChildren();
    }
    throw failures.badInput(
        "there is no key \"%s\"; the subPath is %s".formatted(key, String.join(".", path)),
        Map.of("value", key));
  }

  private RuntimeException notThere(String expected, @Nullable JsonToken found) {
    String place = path.isEmpty() ? "at the root" : "on the subPath " + String.join(".", path);
    return failures.badInput(
        "%s %s, found %s".formatted(place, expected, JsonText.describe(found)), Map.of());
  }

  /** What follows the array can still show that the document is broken, or the path ambiguous. */
  private void readRest() throws IOException {
    JsonToken token = parser.nextToken();
    int open = path.size();
    while (token != null) {
      if (open == 0) {
        throw failures.at(record, "something follows the end of the document");
      }
      if (token == JsonToken.END_OBJECT) {
        open--;
      } else {
        parser.skipChildren();
      }
      token = parser.nextToken();
    }
  }

  @Override
  public long record() {
    return record;
  }

  @Override
  public long chars() {
    return parser.currentLocation().getCharOffset();
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
