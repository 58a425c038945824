package io.heddle.resources.writer;

import io.heddle.problem.Problem;

/** Leaves the handling of a command, or of one of its items, with a rejection. */
final class RejectedException extends RuntimeException {
  private final transient Rejection rejection;

  RejectedException(Rejection rejection) {
    super(rejection.detail());
    this.rejection = rejection;
  }

  RejectedException(Problem problem, String detail) {
    this(new Rejection(problem, detail));
  }

  RejectedException(Problem problem, String detail, String pointer) {
    this(new Rejection(problem, detail, pointer));
  }

  Rejection rejection() {
    return rejection;
  }
}
