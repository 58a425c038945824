package io.heddle.commit.intake;

/** A record will never be taken by its topic. */
final class UnsendableException extends RuntimeException {
  UnsendableException(String topic, Throwable cause) {
    super("topic %s does not take the record: %s".formatted(topic, cause.getMessage()), cause);
  }
}
