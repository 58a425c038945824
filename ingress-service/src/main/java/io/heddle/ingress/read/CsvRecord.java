package io.heddle.ingress.read;

/** One row of a CSV file: slices of a shared buffer, valid until the next row is read. */
interface CsvRecord {
  /** The number of cells. */
  int size();

  /** The line in which the row starts, from 1. */
  long line();

  char[] chars();

  int from(int cell);

  int to(int cell);

  /** Whether the cell stood in quotes, which makes it a value whatever it says. */
  boolean isQuoted(int cell);

  default String text(int cell) {
    return new String(chars(), from(cell), to(cell) - from(cell));
  }
}
