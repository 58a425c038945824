package io.heddle.commit.staging;

import io.heddle.problem.FailureKind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

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

  /**
   * What the same rows would meet again; null when the disk took them but did not keep them, or
   * nobody wants them any more.
   */
  public @Nullable FailureKind obstacle() {
    return getCause() == null ? null : FailureKind.LimitExceeded;
  }

  /** Some say no more than a path, or nothing. */
  private static String said(IOException cause) {
    String message = cause.getMessage();
    return message == null || cause instanceof FileSystemException ? cause.toString() : message;
  }
}
