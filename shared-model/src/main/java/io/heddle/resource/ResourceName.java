package io.heddle.resource;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A name as users write it: labels of ASCII letters, digits and inner hyphens, joined by dots. Two
 * names are the same when they differ only in letter case; the text keeps its case.
 */
public record ResourceName(String text) {
  public static final int MAX_LENGTH = 128;

  private static final String LABEL = "[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*";
  private static final Pattern GRAMMAR = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

  /**
   * @throws IllegalArgumentException with a message for the user
   */
  public ResourceName {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a name has at most %d characters, this one has %d".formatted(MAX_LENGTH, text.length()));
    }
    if (!isValid(text)) {
      throw new IllegalArgumentException(
          "'%s' is not a name: letters, digits and single hyphens between them, parts joined by dots"
              .formatted(text));
    }
  }

  public static boolean isValid(String text) {
    return text.length() <= MAX_LENGTH && GRAMMAR.matcher(text).matches();
  }

  /** Equal for equal names. */
  public String key() {
    return text.toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResourceName that && key().equals(that.key());
  }

  @Override
  public int hashCode() {
    return key().hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
