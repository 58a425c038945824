package io.heddle.resources.manifest;

import io.heddle.problem.IngestException;
import io.heddle.problem.Problem;
import io.heddle.resource.Finding;
import io.heddle.resource.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /** Refuses what its reader at the run would refuse; what a template will be is not known yet. */
  void requireReadable(String pointer, @Nullable String text, Consumer<String> reader) {
    if (text == null || Template.isIn(text)) {
      return;
    }
    try {
      reader.accept(text);
    } catch (IngestException e) {
      refuse(pointer, e.failure().message());
    }
  }

  /** It is understood and kept, but does not do what it says. */
  void notInEffect(String pointer, String message) {
    warn("not-in-effect", pointer, message);
  }

  void warn(String code, String pointer, String message) {
    warnings.add(new Reading.Warning(code, pointer, message));
  }

  void addAll(Remarks others) {
    findings.addAll(others.findings);
    warnings.addAll(others.warnings);
  }

  List<Finding> findings() {
    return findings;
  }

  List<Reading.Warning> warnings() {
    return warnings;
  }
}
