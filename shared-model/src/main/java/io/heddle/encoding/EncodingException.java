package io.heddle.encoding;

/** Input that is not what it should be; its message says what, where, and what was expected. */
public abstract sealed class EncodingException extends RuntimeException
    permits DocumentException, MalformedBlockException {
  EncodingException(String message) {
    super(message);
  }
}
