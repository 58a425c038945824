package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One object on each line; blank lines do not count. */
final class NdJsonRecords implements JsonRecords {
  private final NdJsonLines lines;
  private final JsonFactory factory;
  private final ReadFailures failures;
  private long chars;
  private @Nullable JsonParser parser;

  NdJsonRecords(NdJsonLines lines, JsonFactory factory, ReadFailures failures) {
    this.lines = lines;
    this.factory = factory;
    this.failures = failures;
  }

  @Override
  public @Nullable JsonParser next() throws IOException {
    endLine();
    if (!lines.next()) {
      return null;
    }
    chars += lines.length();
    JsonParser line = factory.createParser(lines.buffer(), lines.start(), lines.length());
    parser = line;
    JsonToken token = line.nextToken();
    if (token != JsonToken.START_OBJECT) {
      throw failures.at(
          record(), "a line holds one object, here stands " + JsonText.describe(token));
    }
    return line;
  }

  /** A record is a whole line: what follows the object is an error, not the next record. */
  private void endLine() throws IOException {
    if (parser != null) {
      if (parser.nextToken() != null) {
        throw failures.at(record(), "something follows the object on its line");
      }
      parser.close();
      parser = null;
    }
  }

  @Override
  public long record() {
    return lines.number();
  }

  @Override
  public long chars() {
    return chars;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
