package io.heddle.merge.conformance;

import io.heddle.conformance.ConformanceCase;
import io.heddle.conformance.ConformanceSuite;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The cases of the merge strategies, each however its input is cut into batches. */
class MergeCasesTest {
  @TestFactory
  Stream<DynamicNode> cases() {
    return ConformanceSuite.cases("merge")
        .format("merge/append", MergeCasesTest::check)
        .format("merge/ledger", MergeCasesTest::check)
        .format("merge/snapshot", MergeCasesTest::check)
        .format("merge/changelog", MergeCasesTest::check)
        .format("merge/upsert", MergeCasesTest::check)
        .tests();
  }

  private static void check(ConformanceCase given) {
    for (CaseRows.Cut cut : CaseRows.Cut.values()) {
      new MergeCase(given.content(), cut).run();
    }
  }
}
