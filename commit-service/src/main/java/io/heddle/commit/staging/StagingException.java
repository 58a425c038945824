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
  private final @Nullable FailureKind obstacle;

  private StagingException(String message, @Nullable FailureKind obstacle) {
    super(message);
    this.obstacle = obstacle;
  }

  private StagingException(String what, IOException cause, @Nullable FailureKind obstacle) {
    super("%s: %s".formatted(what, said(cause)), cause);
    this.obstacle = obstacle;
  }

  /** The disk does not take the rows, as one does that is full. */
  static StagingException notTaken(IOException cause) {
    return new StagingException(
        "the local disk does not take the rows", cause, FailureKind.LimitExceeded);
  }

  /** The disk took the rows, but does not have them any more. */
  static StagingException lost(IOException cause) {
    return new StagingException("the local disk does not give the rows back", cause, null);
  }

  /** The disk took the rows, but has only some of them. */
  static StagingException cut(long found, long bytes) {
    return new StagingException(
        "the local disk kept %d of %d bytes of the rows".formatted(found, bytes), null);
  }

  static StagingException notWanted() {
    return new StagingException("the rows are no longer wanted", null);
  }

  /**
   * What the same rows would meet again; null when the disk took them but did not keep them, or
   * nobody wants them any more.
   */
  public @Nullable FailureKind obstacle() {
    return obstacle;
  }

  /** Some say no more than a path, or nothing. */
  private static String said(IOException cause) {
    String message = cause.getMessage();
    return message == null || cause instanceof FileSystemException ? cause.toString() : message;
  }
}
