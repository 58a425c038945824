package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonParser;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The records of a JSON file one after another. */
interface JsonRecords extends Closeable {
  /**
   * A parser that stands at the start of the next record, an object; whoever gets it reads to the
   * object's end. Null at the end of the input, which was read completely then.
   */
  @Nullable JsonParser next() throws IOException;

  /** The number of the current record, from 1. */
  long record();

  /** How many characters of the input were used so far, about. */
  long chars();
}
