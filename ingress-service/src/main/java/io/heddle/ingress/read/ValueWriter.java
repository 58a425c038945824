package io.heddle.ingress.read;

import org.jspecify.annotations.Nullable;

/**
 * Turns the text of a value into an entry of one Arrow vector, exactly or not at all. For one
 * thread.
 */
interface ValueWriter {
  /**
   * Writes the value that the text means.
   *
   * @return null when it is written, else why the text is no value of the column: "is not …"
   */
  @Nullable String write(int row, char[] chars, int from, int to);

  /**
   * Writes a number in the spelling of JSON, where 7.0 and 7e0 are the integer 7.
   *
   * @return as {@link #write}
   */
  default @Nullable String writeNumber(int row, char[] chars, int from, int to) {
    return "is a number, where the column holds " + expects();
  }

  /**
   * Writes a bare true or false.
   *
   * @return as {@link #write}
   */
  default @Nullable String writeBool(int row, boolean value) {
    return "is a boolean, where the column holds " + expects();
  }

  /**
   * Writes text in the quotes of JSON.
   *
   * @return as {@link #write}
   */
  default @Nullable String writeText(int row, char[] chars, int from, int to) {
    return write(row, chars, from, to);
  }

  void writeNull(int row);

  /** What values the column holds, for messages: "an Int64". */
  String expects();
}
