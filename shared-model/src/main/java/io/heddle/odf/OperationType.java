package io.heddle.odf;

import java.util.Optional;

/** What a row does to the dataset. */
public enum OperationType {
  Append(0, "+A"),
  Retract(1, "-R"),
  CorrectFrom(2, "-C"),
  CorrectTo(3, "+C");

  private static final OperationType[] BY_VALUE = values();

  private final int value;
  private final String code;

  OperationType(int value, String code) {
    this.value = value;
    this.code = code;
  }

  /** What the op column holds. */
  public int value() {
    return value;
  }

  /** The operation that the op column means by {@code value}, if it means any. */
  public static Optional<OperationType> ofValue(long value) {
    return value >= 0 && value < BY_VALUE.length
        ? Optional.of(BY_VALUE[(int) value])
        : Optional.empty();
  }

  /** The short form shown to people. */
  public String code() {
    return code;
  }
}
