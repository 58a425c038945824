package io.heddle.resources.manifest;

import io.heddle.problem.Problem;
import io.heddle.resource.Finding;
import java.util.ArrayList;
import java.util.List;

/** What there is to say about a manifest: why it is refused, and what is odd in it. */
final class Remarks {
  private final List<Finding> findings = new ArrayList<>();
  private final List<Reading.Warning> warnings = new ArrayList<>();

  /** It can never work as it is. */
  void refuse(String pointer, String message) {
    findings.add(new Finding(pointer, Finding.INVALID_VALUE, message));
  }

  /** It is refused for a reason that has a problem of its own. */
  void refuse(String pointer, Problem problem, String message) {
    findings.add(new Finding(pointer, problem.code(), message));
  }

  void refuse(String pointer, String code, String message) {
    findings.add(new Finding(pointer, code, message));
  }

  /** It is understood and kept, but does not do what it says. */
  void notInEffect(String pointer, String message) {
    warn("not-in-effect", pointer, message);
  }

  void warn(String code, String pointer, String message) {
    warnings.add(new Reading.Warning(code, pointer, message));
  }

  List<Finding> findings() {
    return findings;
  }

  List<Reading.Warning> warnings() {
    return warnings;
  }
}
