package io.heddle.ingress.read;

import org.apache.arrow.vector.BitVector;
import org.jspecify.annotations.Nullable;

/** Booleans: true and false in any letter case, in JSON bare ones only. */
final class BoolWriter implements ValueWriter {
  private final BitVector vector;

  BoolWriter(BitVector vector) {
    this.vector = vector;
  }

  @Override
  public @Nullable String write(int row, char[] chars, int from, int to) {
    if (spells("true", chars, from, to)) {
      vector.setSafe(row, 1);
    } else if (spells("false", chars, from, to)) {
      vector.setSafe(row, 0);
    } else {
      return "is neither true nor false";
    }
    return null;
  }

  @Override
  public @Nullable String writeBool(int row, boolean value) {
    vector.setSafe(row, value ? 1 : 0);
    return null;
  }

  @Override
  public @Nullable String writeText(int row, char[] chars, int from, int to) {
    return "is text, where the column holds " + expects();
  }

  private static boolean spells(String word, char[] chars, int from, int to) {
    if (to - from != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      char c = chars[from + i];
      if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void writeNull(int row) {
    vector.setNull(row);
  }

  @Override
  public String expects() {
    return "true or false";
  }
}
