package io.heddle.problem;

import java.util.Map;

/** An ingestion cannot go on; nothing of it is committed. */
public final class IngestException extends RuntimeException {
  private final transient Failure failure;

  public IngestException(Failure failure) {
    super(failure.kind() + ": " + failure.message());
    this.failure = failure;
  }

  public IngestException(FailureKind kind, String message) {
    this(new Failure(kind, message));
  }

  public IngestException(FailureKind kind, String message, Map<String, Object> details) {
    this(new Failure(kind, message, details));
  }

  public IngestException(FailureKind kind, String message, Throwable cause) {
    this(new Failure(kind, message));
    initCause(cause);
  }

  public Failure failure() {
    return failure;
  }

  public FailureKind kind() {
    return failure.kind();
  }
}
