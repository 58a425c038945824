package io.heddle.multiformats;

/**
 * A text or a byte string is no valid multibase text, multihash, varint or identifier. The message
 * says what is wrong with it and never holds more than a short piece of it.
 */
public final class MultiformatException extends IllegalArgumentException {
  private static final int EXCERPT_LENGTH = 80;

  public MultiformatException(String message) {
    super(message);
  }

  /** {@code text} in quotes, cut to a length that is safe to show. */
  static String excerpt(String text) {
    return text.length() <= EXCERPT_LENGTH
        ? '"' + text + '"'
        : '"' + text.substring(0, EXCERPT_LENGTH) + "…\"";
  }
}
