package io.heddle.message;

/** Texts for people, in messages that must not become too large. */
final class Texts {
  private static final int LONGEST = 2_000;

  private Texts() {}

  static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
