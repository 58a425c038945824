package io.heddle.ingress.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts a CSV file into rows and cells. Nothing is repaired: a quote that is never closed, text
 * behind a closing quote and a cell above the limit are errors. Empty lines are skipped.
 *
 * <p>It is itself the current row; cells are slices of its buffer, so reading makes no objects.
 */
final class CsvTokenizer implements CsvRecord, Closeable {
  private static final int BUFFER_CHARS = 64 << 10;

  /** How many cells of the greatest length a row may hold. */
  private static final int ROW_CELLS = 4;

  private final DecodedText text;
  private final ReadFailures failures;
  private final int maxCellChars;
  private final char separator;
  private final int quote;
  private final int escape;

  private char[] buffer = new char[BUFFER_CHARS];
  private int position;
  private int limit;

  /** Where the current row starts; what lies before it is no longer needed. */
  private int rowStart;

  private long line = 1;
  private long rowLine = 1;
  private int size;
  private int[] from = new int[16];
  private int[] to = new int[16];
  private boolean[] quoted = new boolean[16];

  CsvTokenizer(DecodedText text, CsvDialect dialect, int maxCellChars, ReadFailures failures) {
    this.text = text;
    this.failures = failures;
    this.maxCellChars = maxCellChars;
    this.separator = dialect.separator();
    this.quote = dialect.quote();
    this.escape = dialect.escape();
  }

  /** Moves on to the next row; false at the end of the file. */
  boolean next() {
    do {
      rowStart = position;
      rowLine = line;
      size = 0;
      if (position == limit && !fill()) {
        return false;
      }
    } while (skipEmptyLine());
    boolean more = true;
    while (more) {
      more = readCell();
    }
    return true;
  }

  private boolean skipEmptyLine() {
    if (buffer[position] == '\n') {
      position++;
      line++;
      return true;
    }
    if (buffer[position] == '\r') {
      if (position + 1 == limit && !fill()) {
        position++;
        return true;
      }
      if (buffer[position + 1] == '\n') {
        position += 2;
        line++;
        return true;
      }
    }
    return false;
  }

  /** Reads one cell and the mark behind it; false when that mark ended the row. */
  private boolean readCell() {
    if (size == from.length) {
      from = Arrays.copyOf(from, 2 * size);
      to = Arrays.copyOf(to, 2 * size);
      quoted = Arrays.copyOf(quoted, 2 * size);
    }
    if ((position < limit || fill()) && buffer[position] == quote) {
      return readQuoted();
    }
    return readPlain();
  }

  private boolean readPlain() {
    from[size] = position - rowStart;
    while (true) {
      char[] chars = buffer;
      int at = position;
      int end = limit;
      while (at < end && chars[at] != separator && chars[at] != '\n') {
        at++;
      }
      position = at;
      checkLength(at - rowStart - from[size]);
      if (at < end) {
        break;
      }
      if (!fill()) {
        endCell(withoutCarriageReturn(position), false);
        return false;
      }
    }
    int end = position;
    boolean rowEnds = buffer[position++] == '\n';
    if (rowEnds) {
      line++;
      end = withoutCarriageReturn(end);
    }
    endCell(end, false);
    return !rowEnds;
  }

  /** One that ends the row belongs to the line end, also when the file is cut behind it. */
  private int withoutCarriageReturn(int end) {
    return end - rowStart > from[size] && buffer[end - 1] == '\r' ? end - 1 : end;
  }

  /** The text is moved together in place: what is written never overtakes what is read. */
  private boolean readQuoted() {
    long quoteLine = line;
    position++;
    from[size] = position - rowStart;
    int written = 0;
    while (true) {
      if (position == limit && !fill()) {
        throw failures.at(
            quoteLine, "the quote that opens cell %d is never closed".formatted(size + 1));
      }
      char c = buffer[position++];
      if (c == escape && (position < limit || fill()) && buffer[position] == quote) {
        c = (char) quote;
        position++;
      } else if (c == quote) {
        if ((position < limit || fill()) && buffer[position] == quote) {
          position++;
        } else {
          break;
        }
      } else if (c == '\n') {
        line++;
      }
      buffer[rowStart + from[size] + written++] = c;
      checkLength(written);
    }
    endCell(rowStart + from[size] + written, true);
    return readMarkBehindQuote();
  }

  private boolean readMarkBehindQuote() {
    if (position == limit && !fill()) {
      return false;
    }
    char c = buffer[position++];
    if (c == separator) {
      return true;
    }
    if (c == '\r') {
      if (position == limit && !fill()) {
        return false;
      }
      if (buffer[position] == '\n') {
        c = buffer[position++];
      }
    }
    if (c != '\n') {
      throw failures.at(line, "text stands behind the closing quote of cell %d".formatted(size));
    }
    line++;
    return false;
  }

  private void endCell(int end, boolean inQuotes) {
    to[size] = end - rowStart;
    quoted[size] = inQuotes;
    size++;
  }

  private void checkLength(int chars) {
    if (chars > maxCellChars) {
      throw failures.at(
          rowLine,
          "cell %d is longer than %d characters, which this installation does not allow; is a quote never closed?"
              .formatted(size + 1, maxCellChars));
    }
  }

  /** Reads more characters behind {@link #limit}, keeping the current row; false at the end. */
  private boolean fill() {
    if (limit == buffer.length) {
      if (rowStart > 0) {
        System.arraycopy(buffer, rowStart, buffer, 0, limit - rowStart);
        limit -= rowStart;
        position -= rowStart;
        rowStart = 0;
      } else if (buffer.length > ROW_CELLS * (long) maxCellChars) {
        throw failures.at(rowLine, "the row is too long; are its line ends neither LF nor CRLF?");
      } else {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
    try {
      int count = text.read(buffer, limit, buffer.length - limit);
      if (count > 0) {
        limit += count;
      }
      return count > 0;
    } catch (MalformedTextException e) {
      throw failures.malformed(line, e);
    } catch (IOException e) {
      throw failures.cannotRead(e);
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public long line() {
    return rowLine;
  }

  @Override
  public char[] chars() {
    return buffer;
  }

  @Override
  public int from(int cell) {
    return rowStart + from[cell];
  }

  @Override
  public int to(int cell) {
    return rowStart + to[cell];
  }

  @Override
  public boolean isQuoted(int cell) {
    return quoted[cell];
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
