package io.heddle.ingress.read;

import java.io.IOException;

/** Bytes that are no text in the declared encoding. */
final class MalformedTextException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedTextException(String message) {
    super(message);
  }
}
