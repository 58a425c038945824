package io.heddle.inspect;

/** The command line makes no sense; the message says which part. */
final class UsageException extends RuntimeException {
  UsageException(String message) {
    super(message);
  }
}
