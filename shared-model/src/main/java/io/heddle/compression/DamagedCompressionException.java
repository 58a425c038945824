package io.heddle.compression;

import java.io.IOException;

/**
 * The bytes are not whole in the compression they should have. The message speaks of them as "it":
 * "it ends in the middle of the compressed data".
 */
public final class DamagedCompressionException extends IOException {
  public DamagedCompressionException(String message) {
    super(message);
  }

  public DamagedCompressionException(String message, Throwable cause) {
    super(message, cause);
  }
}
