package io.heddle.hash;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.jspecify.annotations.Nullable;

/** Which of some rows are valid, as Arrow has it: bit i of byte i / 8. */
final class Bitmap {
  private final byte[] bits;
  private final int rows;

  Bitmap(byte[] bits, int rows) {
    this.bits = bits;
    this.rows = rows;
  }

  /** The validity of the first {@code rows} values, or null when all of them are valid. */
  static @Nullable Bitmap of(FieldVector vector, int rows) {
    if (rows == 0 || vector instanceof NullVector || vector.getNullCount() == 0) {
      return null;
    }
    byte[] bits = new byte[(rows + 7) / 8];
    vector.getValidityBuffer().getBytes(0, bits);
    Bitmap bitmap = new Bitmap(bits, rows);
    return bitmap.hasNulls() ? bitmap : null;
  }

  boolean isValid(int row) {
    return (bits[row >> 3] >> (row & 7) & 1) != 0;
  }

  boolean hasNulls() {
    int whole = rows / 8;
    for (int i = 0; i < whole; i++) {
      if (bits[i] != -1) {
        return true;
      }
    }
    int rest = (1 << (rows % 8)) - 1;
    return rest != 0 && (bits[whole] & rest) != rest;
  }

  /**
   * One step of the combination rule for leaves inside structs (ODF "Logical hash", struct
   * validity), from the outside in. What looks odd is what the reference does: a bitmap that lost
   * its nulls on the way makes later levels count as valid.
   *
   * @param outer of the levels so far; null: none
   * @param own of the next level; null: no nulls
   */
  static @Nullable Bitmap combine(@Nullable Bitmap outer, @Nullable Bitmap own) {
    if (outer == null) {
      return own;
    }
    if (!outer.hasNulls()) {
      return null;
    }
    return own == null ? outer : outer.or(own);
  }

  private Bitmap or(Bitmap other) {
    byte[] either = bits.clone();
    for (int i = 0; i < either.length; i++) {
      either[i] |= other.bits[i];
    }
    return new Bitmap(either, rows);
  }
}
