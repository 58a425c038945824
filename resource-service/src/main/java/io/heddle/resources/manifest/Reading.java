package io.heddle.resources.manifest;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.resource.Manifest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a document turned out to be. */
public sealed interface Reading {
  int document();

  /** Fit to be applied; {@code warnings} say what is odd in it. */
  record Good(int document, Manifest manifest, List<Warning> warnings) implements Reading {
    public Good {
      warnings = List.copyOf(warnings);
    }
  }

  /** Not fit; {@code handle} names the resource as far as it can be told. */
  record Bad(
      int document,
      @Nullable String handle,
      Problem problem,
      String detail,
      List<ProblemDetail.Finding> findings)
      implements Reading {
    public Bad {
      findings = List.copyOf(findings);
    }
  }

  record Warning(String code, String pointer, String message) {}
}
