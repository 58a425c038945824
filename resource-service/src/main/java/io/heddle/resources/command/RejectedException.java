package io.heddle.resources.command;

import io.heddle.problem.Problem;

/** Leaves the handling of a command, or of one of its items, with a rejection. */
public final class RejectedException extends RuntimeException {
  private final transient Rejection rejection;

  public RejectedException(Rejection rejection) {
    super(rejection.detail());
    this.rejection = rejection;
  }

  public RejectedException(Problem problem, String detail) {
    this(new Rejection(problem, detail));
  }

  public RejectedException(Problem problem, String detail, String pointer) {
    this(new Rejection(problem, detail, pointer));
  }

  public Rejection rejection() {
    return rejection;
  }
}
