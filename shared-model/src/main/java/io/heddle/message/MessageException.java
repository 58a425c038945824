package io.heddle.message;

/** A record is not a message of the contract; it belongs to the dead letters. */
public final class MessageException extends Exception {
  public MessageException(String message) {
    super(message);
  }

  public MessageException(String message, Throwable cause) {
    super(message, cause);
  }
}
