package io.heddle.ingress.read;

import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Finds the types of columns from a sample of rows (sources, "No schema"). */
final class CsvInference {
  private enum Kind {
    BOOL,
    INTEGER,
    FLOAT,
    DATE,
    TIMESTAMP,
    TEXT
  }

  private final String nullValue;
  private final @Nullable Kind[] kinds;
  private final int[] fractionDigits;
  private final NumberText number = new NumberText();
  private final Rfc3339 rfc3339 = new Rfc3339();

  CsvInference(int columns, CsvDialect dialect) {
    this.nullValue = dialect.nullValue();
    this.kinds = new Kind[columns];
    this.fractionDigits = new int[columns];
  }

  /** Looks at a row; one of the wrong length says nothing here, and is refused when it is read. */
  void add(CsvRecord row) {
    for (int cell = 0; cell < Math.min(row.size(), kinds.length); cell++) {
      // What is null in a column of any other type than text says nothing.
      if (row.from(cell) < row.to(cell) && !row.text(cell).equals(nullValue)) {
        Kind found = kindOf(row.chars(), row.from(cell), row.to(cell));
        if (found == Kind.TIMESTAMP) {
          fractionDigits[cell] = Math.max(fractionDigits[cell], rfc3339.fractionDigits());
        }
        kinds[cell] = merge(kinds[cell], found);
      }
    }
  }

  DataType typeOf(int column) {
    Kind kind = kinds[column];
    if (kind == null) {
      return new DataType.Text();
    }
    return switch (kind) {
      case BOOL -> new DataType.Bool();
      case INTEGER -> new DataType.Int64();
      case FLOAT -> new DataType.Float64();
      case DATE -> new DataType.Date();
      case TIMESTAMP -> new DataType.Timestamp(unit(fractionDigits[column]), null);
      case TEXT -> new DataType.Text();
    };
  }

  private static TimeUnit unit(int digits) {
    if (digits == 0) {
      return TimeUnit.Second;
    }
    return digits <= 3
        ? TimeUnit.Millisecond
        : digits <= 6 ? TimeUnit.Microsecond : TimeUnit.Nanosecond;
  }

  private static Kind merge(@Nullable Kind before, Kind found) {
    if (before == null || before == found) {
      return found;
    }
    boolean numbers =
        (before == Kind.INTEGER && found == Kind.FLOAT)
            || (before == Kind.FLOAT && found == Kind.INTEGER);
    return numbers ? Kind.FLOAT : Kind.TEXT;
  }

  private Kind kindOf(char[] chars, int from, int to) {
    String text = new String(chars, from, to - from);
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Kind.BOOL;
    }
    if (number.scan(chars, from, to)) {
      if (!number.isPlainInteger()) {
        return Kind.FLOAT;
      }
      return fitsInt64(text) ? Kind.INTEGER : Kind.TEXT;
    }
    if (FloatWriter.special(text) != null) {
      return Kind.FLOAT;
    }
    if (rfc3339.date(chars, from, to) == null) {
      return Kind.DATE;
    }
    return rfc3339.timestamp(chars, from, to) == null ? Kind.TIMESTAMP : Kind.TEXT;
  }

  private boolean fitsInt64(String text) {
    if (number.fitsLong()) {
      return true;
    }
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
