package io.heddle.problem;

import java.util.List;

/** A request cannot be served; carries the answer. */
public final class ProblemException extends RuntimeException {
  private final transient ProblemDetail detail;

  public ProblemException(ProblemDetail detail) {
    super(detail.code() + ": " + detail.detail());
    this.detail = detail;
  }

  public ProblemException(Problem problem, String detail) {
    this(ProblemDetail.of(problem, detail));
  }

  public ProblemException(Problem problem, String detail, List<ProblemDetail.Finding> errors) {
    this(ProblemDetail.of(problem, detail, errors));
  }

  public ProblemDetail detail() {
    return detail;
  }
}
