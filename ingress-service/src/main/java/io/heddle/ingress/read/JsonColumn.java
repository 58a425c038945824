package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Writes the values of one column, or of one place inside a nested one. For one thread. */
interface JsonColumn {
  /** Writes the value at which the parser stands, and leaves the parser at the value's end. */
  void write(int row, JsonParser parser, long record) throws IOException;

  /** Writes what a missing or null value means. */
  void writeNull(int row, long record);
}
