package io.heddle.resource;

import java.util.List;
import java.util.stream.Collectors;

/** A document is not a resource; says everything that is wrong with it. */
public final class InvalidResourceException extends RuntimeException {
  private final transient List<Finding> findings;

  public InvalidResourceException(List<Finding> findings) {
    super(
        findings.stream()
            .map(finding -> finding.pointer() + ": " + finding.message())
            .collect(Collectors.joining("; ")));
    this.findings = List.copyOf(findings);
  }

  public InvalidResourceException(Finding finding) {
    this(List.of(finding));
  }

  public List<Finding> findings() {
    return findings;
  }
}
