package io.heddle.inspect;

import io.heddle.verify.Finding;
import io.heddle.verify.VerificationReport;
import java.util.Locale;

/** Findings in words. */
final class FindingLines {
  private FindingLines() {}

  static String of(Finding finding) {
    StringBuilder text = new StringBuilder();
    text.append(finding.severity().name().toLowerCase(Locale.ROOT));
    text.append(' ').append(finding.code().code());
    if (finding.sequenceNumber() != null) {
      text.append(", block ").append(Long.toUnsignedString(finding.sequenceNumber()));
    }
    text.append(": ").append(finding.message());
    line(text, "block", finding.blockHash());
    line(text, "object", finding.object());
    line(text, "expected", finding.expected());
    line(text, "actual", finding.actual());
    if (finding.severity() == Finding.Severity.ERROR) {
      line(text, "to do", finding.code().advice());
    }
    return text.toString();
  }

  static String summary(VerificationReport report) {
    String verdict =
        report.ok()
            ? "ok"
            : !report.errors().isEmpty()
                ? "broken: %d errors".formatted(report.errors().size())
                : "not proved: %d could not be checked".formatted(report.unchecked().size());
    return "%s; %d blocks, %d files, %d rows from %s%s"
        .formatted(
            verdict,
            report.checkedBlocks(),
            report.checkedSlices(),
            report.checkedRecords(),
            report.head(),
            report.complete() ? "" : "; not everything was looked at");
  }

  private static void line(
      StringBuilder text, String name, @org.jspecify.annotations.Nullable Object value) {
    if (value != null) {
      text.append(System.lineSeparator()).append("    ").append(name).append(": ").append(value);
    }
  }
}
