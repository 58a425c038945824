package io.heddle.verify;

import io.heddle.chain.ChainRule;
import io.heddle.chain.StoredBlock;
import io.heddle.chain.Violation;
import io.heddle.verify.Finding.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Gathers findings from all threads, and says when to stop. */
final class Findings {
  private final VerifyOptions options;
  private final VerifyProgress progress;
  private final Queue<Finding> found = new ConcurrentLinkedQueue<>();
  private volatile boolean broken;

  Findings(VerifyOptions options, VerifyProgress progress) {
    this.options = options;
    this.progress = progress;
  }

  /** Whether an error was found that ends everything. */
  boolean stop() {
    return broken && options.stopOnFirst();
  }

  void add(Finding finding) {
    found.add(finding);
    broken |= finding.severity() == Severity.ERROR;
    progress.found(finding);
  }

  /** A broken rule, if it is one that was asked for. */
  void add(StoredBlock block, @Nullable String object, Violation violation, Severity severity) {
    ChainRule rule = violation.rule();
    if (!options.wants(Check.of(rule))) {
      return;
    }
    add(
        new Finding(
            FindingCode.of(rule),
            severity,
            block.block().sequenceNumber(),
            block.hash(),
            object,
            violation.expected(),
            violation.actual(),
            "%s (rule %d)".formatted(violation.message(), rule.number())));
  }

  void differs(
      FindingCode code,
      StoredBlock block,
      String object,
      Object expected,
      Object actual,
      String message) {
    add(
        new Finding(
            code,
            Severity.ERROR,
            block.block().sequenceNumber(),
            block.hash(),
            object,
            expected.toString(),
            actual.toString(),
            message));
  }

  void error(FindingCode code, StoredBlock block, @Nullable String object, String message) {
    add(
        new Finding(
            code,
            Severity.ERROR,
            block.block().sequenceNumber(),
            block.hash(),
            object,
            null,
            null,
            message));
  }

  void warning(FindingCode code, StoredBlock block, String object, String message) {
    add(
        new Finding(
            code,
            Severity.WARNING,
            block.block().sequenceNumber(),
            block.hash(),
            object,
            null,
            null,
            message));
  }

  void unchecked(StoredBlock block, @Nullable String object, String message) {
    add(
        new Finding(
            FindingCode.NOT_CHECKED,
            Severity.UNCHECKED,
            block.block().sequenceNumber(),
            block.hash(),
            object,
            null,
            null,
            message));
  }

  List<Finding> inOrder() {
    Comparator<Finding> byBlock =
        Comparator.comparing(Finding::sequenceNumber, Comparator.nullsFirst(Long::compareUnsigned));
    return found.stream().sorted(byBlock.thenComparing(Finding::code)).toList();
  }
}
