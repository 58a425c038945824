package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One object on each line; blank lines do not count. */
final class NdJsonRecords implements JsonRecords {
  private static final int BUFFER_CHARS = 64 << 10;

  /** How many values of the greatest length a line may hold. */
  private static final int LINE_VALUES = 4;

  private final DecodedText text;
  private final JsonFactory factory;
  private final long maxLineChars;
  private final ReadFailures failures;
  private char[] buffer = new char[BUFFER_CHARS];
  private int lineStart;
  private int limit;
  private long record;
  private long chars;
  private @Nullable JsonParser parser;

  NdJsonRecords(DecodedText text, JsonFactory factory, int maxValueChars, ReadFailures failures) {
    this.text = text;
    this.factory = factory;
    this.maxLineChars = (long) LINE_VALUES * maxValueChars;
    this.failures = failures;
  }

  @Override
  public @Nullable JsonParser next() throws IOException {
    endLine();
    int start;
    int end;
    do {
      if (lineStart == limit && !fill()) {
        return null;
      }
      end = endOfLine();
      start = lineStart;
      lineStart = Math.min(end + 1, limit);
    } while (isBlank(start, end));
    record++;
    chars += end - start;
    JsonParser line = factory.createParser(buffer, start, end - start);
    parser = line;
    JsonToken token = line.nextToken();
    if (token != JsonToken.START_OBJECT) {
      throw failures.at(record, "a line holds one object, here stands " + JsonText.describe(token));
    }
    return line;
  }

  /** A record is a whole line: what follows the object is an error, not the next record. */
  private void endLine() throws IOException {
    if (parser != null) {
      if (parser.nextToken() != null) {
        throw failures.at(record, "something follows the object on its line");
      }
      parser.close();
      parser = null;
    }
  }

  /** The position of the next line feed, or of the end of the input. */
  private int endOfLine() throws IOException {
    int at = lineStart;
    while (true) {
      while (at < limit && buffer[at] != '\n') {
        at++;
      }
      if (at < limit) {
        return at;
      }
      int scanned = at - lineStart;
      if (!fill()) {
        return limit;
      }
      at = lineStart + scanned;
    }
  }

  private boolean isBlank(int start, int end) {
    for (int i = start; i < end; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private boolean fill() throws IOException {
    if (limit == buffer.length) {
      if (lineStart > 0) {
        System.arraycopy(buffer, lineStart, buffer, 0, limit - lineStart);
        limit -= lineStart;
        lineStart = 0;
      } else if (buffer.length > maxLineChars) {
        record++;
        throw failures.at(record, "the line is too long; is this one object on each line?");
      } else {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
    int count;
    try {
      count = text.read(buffer, limit, buffer.length - limit);
    } catch (MalformedTextException e) {
      record++;
      throw e;
    }
    limit += Math.max(count, 0);
    return count > 0;
  }

  @Override
  public long record() {
    return record;
  }

  @Override
  public long chars() {
    return chars;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
