package io.heddle.merge.conformance;

import io.heddle.conformance.ConformanceCase;
import io.heddle.conformance.ConformanceSuite;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The cases of the writer that a decision settles, each however its input is cut into batches. */
class WriterCasesTest {
  @TestFactory
  Stream<DynamicNode> cases() {
    return ConformanceSuite.cases("writer")
        .format("writer/commit", WriterCasesTest::check)
        .format("writer/event-time", WriterCasesTest::check)
        .format("writer/evolution", WriterCasesTest::check)
        .format("writer/ordering", WriterCasesTest::check)
        .format("writer/schema", WriterCasesTest::check)
        .format("writer/watermark", WriterCasesTest::check)
        .tests();
  }

  private static void check(ConformanceCase given) {
    if (!WriterCase.isSupported(given.content())) {
      ConformanceSuite.notSupported(
          "races, manual watermarks and refused schema events are not decided by a writer alone");
    }
    for (CaseRows.Cut cut : CaseRows.Cut.values()) {
      new WriterCase(given.content(), cut).run();
    }
  }
}
