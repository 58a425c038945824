package io.heddle.chain;

import java.util.regex.Pattern;

/** The name of a reference: labels of letters, digits, {@code -} and {@code _}, joined by dots. */
public record RefName(String value) {
  // Before HEAD, whose constructor needs them.
  private static final int MAX_LENGTH = 64;
  private static final Pattern LABELS = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  /** The one that every dataset has: the last block of the accepted chain. */
  public static final RefName HEAD = new RefName("head");

  public RefName {
    if (!isValid(value)) {
      throw new IllegalArgumentException(
          "a reference is named by letters, digits, \"-\", \"_\" and single dots between them,"
              + " at most %d characters, not \"%.80s\"".formatted(MAX_LENGTH, value));
    }
  }

  /** Whether a text may name a reference. */
  public static boolean isValid(String text) {
    return text.length() <= MAX_LENGTH && LABELS.matcher(text).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
