package io.heddle.chain;

/** A chain could not be read or continued; the category says in which way. */
public final class ChainException extends RuntimeException {
  private final RuleCategory category;

  public ChainException(RuleCategory category, String message) {
    super(message);
    this.category = category;
  }

  public RuleCategory category() {
    return category;
  }
}
