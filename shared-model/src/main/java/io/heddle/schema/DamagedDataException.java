package io.heddle.schema;

/** Stored or transmitted rows cannot be read: the bytes are not what their format demands. */
public final class DamagedDataException extends RuntimeException {
  public DamagedDataException(String message) {
    super(message);
  }

  public DamagedDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
