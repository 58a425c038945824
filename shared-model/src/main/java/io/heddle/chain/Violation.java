package io.heddle.chain;

import org.jspecify.annotations.Nullable;

/**
 * A rule that a block or a slice breaks.
 *
 * @param message says what is wrong and, where it helps, what would be right
 * @param expected what the chain asks for, as text; null where that is not one value
 * @param actual what stands there instead
 */
public record Violation(
    ChainRule rule, String message, @Nullable String expected, @Nullable String actual) {

  public Violation(ChainRule rule, String message) {
    this(rule, message, null, null);
  }

  /** A value that is not the one that the chain asks for; absent values are null. */
  public static Violation differs(
      ChainRule rule, String what, @Nullable Object expected, @Nullable Object actual) {
    return new Violation(
        rule,
        "%s is %s, expected %s".formatted(what, orNone(actual), orNone(expected)),
        orNone(expected),
        orNone(actual));
  }

  public RuleCategory category() {
    return rule.category();
  }

  private static String orNone(@Nullable Object value) {
    return value == null ? "none" : value.toString();
  }
}
