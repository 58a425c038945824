package io.heddle.chain;

/** What a row does to the dataset; the ordinal is the value of the op column. */
public enum OperationType {
  Append("+A"),
  Retract("-R"),
  CorrectFrom("-C"),
  CorrectTo("+C");

  private final String code;

  OperationType(String code) {
    this.code = code;
  }

  /** The short form shown to people. */
  public String code() {
    return code;
  }
}
