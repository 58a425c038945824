package io.heddle.multiformats;

import java.util.Arrays;
import java.util.Optional;

/**
 * The eight multibase encodings whose status is final, each known by the first character of its
 * texts. Reading is strict: no foreign characters, no wrong padding, no stray bits.
 */
public enum Multibase {
  BASE16('f', new PowerOfTwoBase(Alphabet.foldingCase("0123456789abcdef"), false)),
  BASE16_UPPER('F', new PowerOfTwoBase(Alphabet.foldingCase("0123456789ABCDEF"), false)),
  BASE32('b', new PowerOfTwoBase(Alphabet.foldingCase("abcdefghijklmnopqrstuvwxyz234567"), false)),
  BASE32_UPPER(
      'B', new PowerOfTwoBase(Alphabet.foldingCase("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), false)),
  BASE58_BTC('z', new Base58()),
  BASE64('m', new PowerOfTwoBase(Alphabet.exact(Alphabet.LETTERS_AND_DIGITS + "+/"), false)),
  BASE64_URL('u', new PowerOfTwoBase(Alphabet.exact(Alphabet.LETTERS_AND_DIGITS + "-_"), false)),
  BASE64_URL_PADDED(
      'U', new PowerOfTwoBase(Alphabet.exact(Alphabet.LETTERS_AND_DIGITS + "-_"), true));

  /** Far above any hash, key or signature; keeps hostile texts cheap to refuse. */
  public static final int MAX_TEXT_LENGTH = 4096;

  private final char prefix;

  @SuppressWarnings("ImmutableEnumChecker") // the encodings never change what they hold
  private final DigitEncoding encoding;

  Multibase(char prefix, DigitEncoding encoding) {
    this.prefix = prefix;
    this.encoding = encoding;
  }

  /** Bytes to digits and back, without the prefix of multibase. */
  interface DigitEncoding {
    String encode(byte[] bytes);

    byte[] decode(String text, int from);
  }

  public char prefix() {
    return prefix;
  }

  /** The text of {@code bytes} in this encoding, prefix included. */
  public String encode(byte[] bytes) {
    return prefix + encoding.encode(bytes);
  }

  /**
   * The bytes of a text in any of the encodings.
   *
   * @throws MultiformatException when the prefix names none of them or the rest does not fit it
   */
  public static byte[] decode(String text) {
    return of(text).encoding.decode(text, 1);
  }

  /**
   * The encoding that {@code text} claims to be in.
   *
   * @throws MultiformatException when the text is empty, too long, or its prefix is not known
   */
  public static Multibase of(String text) {
    if (text.isEmpty()) {
      throw new MultiformatException("empty text where a multibase text is expected");
    }
    if (text.length() > MAX_TEXT_LENGTH) {
      throw new MultiformatException(
          "multibase text of %d characters, more than %d"
              .formatted(text.length(), MAX_TEXT_LENGTH));
    }
    char first = text.charAt(0);
    return byPrefix(first)
        .orElseThrow(
            () ->
                new MultiformatException(
                    "%s: multibase prefix '%s' is %s; known are f F b B z m u U"
                        .formatted(
                            MultiformatException.excerpt(text),
                            text.substring(0, text.offsetByCodePoints(0, 1)),
                            notFinal(first))));
  }

  private static Optional<Multibase> byPrefix(char prefix) {
    return Arrays.stream(values()).filter(base -> base.prefix == prefix).findFirst();
  }

  private static String notFinal(char prefix) {
    return "0 7 9 v V t T c C h k K R Z M p".indexOf(prefix) >= 0 && prefix != ' '
        ? "of an encoding that is not final"
        : "unknown";
  }
}
