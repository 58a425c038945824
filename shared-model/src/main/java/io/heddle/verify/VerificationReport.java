package io.heddle.verify;

import io.heddle.multiformats.Multihash;
import java.util.List;

/**
 * The result of a verification.
 *
 * @param checkedBlocks how many blocks were read
 * @param checkedSlices how many data files were looked at
 * @param checkedRecords how many rows of them were read
 * @param complete whether everything that was asked for was looked at; false after an early stop
 * @param findings by sequence number
 */
public record VerificationReport(
    Multihash head,
    long checkedBlocks,
    long checkedSlices,
    long checkedRecords,
    boolean complete,
    List<Finding> findings) {
  public VerificationReport {
    findings = List.copyOf(findings);
  }

  /** What is broken. */
  public List<Finding> errors() {
    return of(Finding.Severity.ERROR);
  }

  /** What could not be looked at. */
  public List<Finding> unchecked() {
    return of(Finding.Severity.UNCHECKED);
  }

  public List<Finding> of(Finding.Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).toList();
  }

  /** Whether everything was looked at and nothing is broken. */
  public boolean ok() {
    return complete && errors().isEmpty() && unchecked().isEmpty();
  }
}
