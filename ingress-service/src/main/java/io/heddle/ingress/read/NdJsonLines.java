package io.heddle.ingress.read;

import io.heddle.notation.Encodings;
import io.heddle.odf.ReadStep;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts NDJSON into the lines that hold its records: only LF ends a line, and blank ones do not
 * count. Whoever takes records apart does it with this, so that nobody counts others than those who
 * read them. For one thread.
 */
public final class NdJsonLines implements Closeable {
  private static final int BUFFER_CHARS = 64 << 10;

  /** How many values of the greatest length a line may hold. */
  private static final int LINE_VALUES = 4;

  private final DecodedText text;
  private final long maxLineChars;
  private final ReadFailures failures;
  private char[] buffer = new char[BUFFER_CHARS];
  private int start;
  private int end;
  private int nextStart;
  private int limit;
  private long number;

  NdJsonLines(DecodedText text, int maxValueChars, ReadFailures failures, long recordsBefore) {
    this.text = text;
    this.maxLineChars = (long) LINE_VALUES * maxValueChars;
    this.failures = failures;
    this.number = recordsBefore;
  }

  /**
   * The lines of {@code input} as a reader by {@code step} takes them; the caller closes them.
   *
   * @throws io.heddle.problem.IngestException (Unsupported) when the step names an encoding that
   *     JSON cannot have
   */
  public static NdJsonLines open(ReadInput input, ReadStep.NdJson step, ReadContext context)
      throws IOException {
    return new NdJsonLines(
        DecodedText.open(input.content(), Encodings.ofJson(step.encoding())),
        context.maxValueChars(),
        new ReadFailures(input.displayName(), "record"),
        input.recordsBefore());
  }

  /**
   * Goes to the next line that is not blank; false at the end of the input.
   *
   * @throws MalformedTextException when the line is not valid in its encoding
   * @throws io.heddle.problem.IngestException (ReadError) when it is too long
   */
  public boolean next() throws IOException {
    do {
      if (nextStart == limit && !fill()) {
        return false;
      }
      end = endOfLine();
      start = nextStart;
      nextStart = Math.min(end + 1, limit);
    } while (isBlank());
    number++;
    return true;
  }

  /** The number of the current line, from 1; in a failure that of the line that has it. */
  public long number() {
    return number;
  }

  /** The current line in UTF-8, without its end. */
  public byte[] bytes() {
    return new String(buffer, start, end - start).getBytes(StandardCharsets.UTF_8);
  }

  char[] buffer() {
    return buffer;
  }

  int start() {
    return start;
  }

  int length() {
    return end - start;
  }

  /** The position of the next line feed, or of the end of the input. */
  private int endOfLine() throws IOException {
    int at = nextStart;
    while (true) {
      while (at < limit && buffer[at] != '\n') {
        at++;
      }
      if (at < limit) {
        return at;
      }
      int scanned = at - nextStart;
      if (!fill()) {
        return limit;
      }
      at = nextStart + scanned;
    }
  }

  private boolean isBlank() {
    for (int i = start; i < end; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private boolean fill() throws IOException {
    if (limit == buffer.length) {
      if (nextStart > 0) {
        System.arraycopy(buffer, nextStart, buffer, 0, limit - nextStart);
        limit -= nextStart;
        nextStart = 0;
      } else if (buffer.length > maxLineChars) {
        number++;
        throw failures.at(number, "the line is too long; is this one object on each line?");
      } else {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
    int count;
    try {
      count = text.read(buffer, limit, buffer.length - limit);
    } catch (MalformedTextException e) {
      number++;
      throw e;
    }
    limit += Math.max(count, 0);
    return count > 0;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
