package io.heddle.commit.staging;

import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * The local disk did not keep staged rows: it is full, or gone, or somebody else worked in the
 * folder. What was staged of the slice is lost; its decision cannot be committed as it came.
 */
public final class StagingException extends RuntimeException {
  StagingException(String what, IOException cause) {
    super("%s: %s".formatted(what, said(cause)), cause);
  }

  StagingException(String message) {
    super(message);
  }

  /** Some say no more than a path, or nothing. */
  private static String said(IOException cause) {
    String message = cause.getMessage();
    return message == null || cause instanceof FileSystemException ? cause.toString() : message;
  }
}
