package io.heddle.ingress.read;

import org.apache.arrow.vector.VarCharVector;
import org.jspecify.annotations.Nullable;

/** Text, as it is. */
final class TextWriter implements ValueWriter {
  private static final int MOST_BYTES_PER_CHAR = 3;

  private final VarCharVector vector;
  private byte[] utf8 = new byte[256];

  TextWriter(VarCharVector vector) {
    this.vector = vector;
  }

  @Override
  public @Nullable String write(int row, char[] chars, int from, int to) {
    int most = (to - from) * MOST_BYTES_PER_CHAR;
    if (utf8.length < most) {
      utf8 = new byte[Math.max(most, 2 * utf8.length)];
    }
    int length = encode(chars, from, to);
    if (length < 0) {
      return "holds half of a surrogate pair, which is no text";
    }
    vector.setSafe(row, utf8, 0, length);
    return null;
  }

  /** Returns the number of bytes, or -1 when the characters are no text. */
  private int encode(char[] chars, int from, int to) {
    byte[] out = utf8;
    int length = 0;
    for (int i = from; i < to; i++) {
      char c = chars[i];
      if (c < 0x80) {
        out[length++] = (byte) c;
      } else if (c < 0x800) {
        out[length++] = (byte) (0xc0 | c >> 6);
        out[length++] = (byte) (0x80 | c & 0x3f);
      } else if (!Character.isSurrogate(c)) {
        out[length++] = (byte) (0xe0 | c >> 12);
        out[length++] = (byte) (0x80 | c >> 6 & 0x3f);
        out[length++] = (byte) (0x80 | c & 0x3f);
      } else if (i + 1 < to && Character.isSurrogatePair(c, chars[i + 1])) {
        int point = Character.toCodePoint(c, chars[++i]);
        out[length++] = (byte) (0xf0 | point >> 18);
        out[length++] = (byte) (0x80 | point >> 12 & 0x3f);
        out[length++] = (byte) (0x80 | point >> 6 & 0x3f);
        out[length++] = (byte) (0x80 | point & 0x3f);
      } else {
        return -1;
      }
    }
    return length;
  }

  @Override
  public void writeNull(int row) {
    vector.setNull(row);
  }

  @Override
  public String expects() {
    return "text";
  }
}
