package io.heddle.compression;

import java.io.IOException;

/** More comes out than is allowed. The message says how much: "more than 1000 bytes". */
public final class UnpackLimitException extends IOException {
  UnpackLimitException(String message) {
    super(message);
  }
}
