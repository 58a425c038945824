package io.heddle.ingress.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The characters of a file. Unlike the JDK's readers it never replaces what is malformed; and it
 * hands out everything before a malformed place first, so that the caller knows the line.
 */
final class DecodedText extends Reader {
  private static final int BUFFER_BYTES = 128 << 10;
  private static final byte[] UTF8_SIGNATURE = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /** The encodings whose decoders take a mark themselves. */
  private static final Set<String> TAKE_MARKS =
      Set.of("UTF-16", "UTF-32", "x-UTF-16LE-BOM", "X-UTF-32BE-BOM", "X-UTF-32LE-BOM");

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final InputStream in;
  private final Charset charset;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

  /** The second half of a pair of which the reader had room for the first only; 0 if none. */
  private char pending;

  /** Whether a mark may still come: one is none of the data, a second one is. */
  private boolean markMayCome;

  private boolean inputEnded;
  private boolean flushed;
  private @Nullable String malformed;

  private DecodedText(InputStream in, Charset charset, boolean markTaken) {
    this.in = in;
    this.charset = charset;
    this.markMayCome = !markTaken && !TAKE_MARKS.contains(charset.name());
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  static DecodedText open(ReadInput.Content content, Charset charset) throws IOException {
    PushbackInputStream in = new PushbackInputStream(content.open(), UTF8_SIGNATURE.length);
    try {
      boolean wide = charset.name().startsWith("UTF-16") || charset.name().startsWith("UTF-32");
      return new DecodedText(in, charset, !wide && dropSignature(in));
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static boolean dropSignature(PushbackInputStream in) throws IOException {
    byte[] first = in.readNBytes(UTF8_SIGNATURE.length);
    if (java.util.Arrays.equals(first, UTF8_SIGNATURE)) {
      return true;
    }
    in.unread(first);
    return false;
  }

  /**
   * @throws MalformedTextException once everything before the malformed place was handed out
   */
  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (pending != 0) {
      target[offset] = pending;
      pending = 0;
      return 1;
    }
    if (length <= 1) {
      return length == 0 ? 0 : readOne(target, offset);
    }
    CharBuffer chars = CharBuffer.wrap(target, offset, length);
    while (chars.position() == offset) {
      if (malformed != null) {
        throw new MalformedTextException(malformed);
      }
      if (flushed) {
        return -1;
      }
      decode(chars);
    }
    return chars.position() - offset;
  }

  /** A decoder does not cut a pair, so it makes no progress with room for one character. */
  private int readOne(char[] target, int offset) throws IOException {
    char[] pair = new char[2];
    int count = read(pair, 0, pair.length);
    if (count > 0) {
      target[offset] = pair[0];
      pending = count > 1 ? pair[1] : 0;
    }
    return Math.min(count, 1);
  }

  private void decode(CharBuffer chars) throws IOException {
    int from = chars.position();
    CoderResult result = decoder.decode(bytes, chars, inputEnded);
    if (result.isError()) {
      malformed = describe(result.length());
    } else if (result.isUnderflow()) {
      if (inputEnded) {
        flushed = decoder.flush(chars).isUnderflow();
      } else {
        fill();
      }
    }
    if (markMayCome && chars.position() > from) {
      markMayCome = false;
      dropMark(chars, from);
    }
    checkNoZeros(chars, from);
  }

  private void fill() throws IOException {
    bytes.compact();
    int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
    if (count < 0) {
      inputEnded = true;
    } else {
      bytes.position(bytes.position() + count);
    }
    bytes.flip();
  }

  private String describe(int length) {
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < length; i++) {
      hex.append(" %02x".formatted(bytes.get(bytes.position() + i)));
    }
    return "the bytes%s are not valid in the encoding %s".formatted(hex, charset.name());
  }

  private void dropMark(CharBuffer chars, int from) {
    if (chars.get(from - chars.arrayOffset()) == BYTE_ORDER_MARK) {
      char[] array = chars.array();
      System.arraycopy(array, from + 1, array, from, chars.position() - from - 1);
      chars.position(chars.position() - 1);
    }
  }

  /** UTF-16 read as most other encodings is full of zeros, and no text that anybody means. */
  private void checkNoZeros(CharBuffer chars, int from) {
    char[] array = chars.array();
    for (int i = from; i < chars.position(); i++) {
      if (array[i] == 0) {
        malformed =
            "there is a zero character, which no text holds; if the file is UTF-16, declare the"
                + " right encoding (utf-16, utf-16le, utf-16be)";
        chars.position(i);
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
