package io.heddle.ingress.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.conformance.ConformanceCase;
import io.heddle.conformance.ConformanceSuite;
import io.heddle.ingress.conformance.ExpectedFailure;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The formats, by the cases of the specification. */
class ReaderCasesTest {
  private static final int MANY_ROWS = 1000;

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicNode> cases() {
    return ConformanceSuite.cases("readers")
        .format("readers/csv", this::check)
        .format("readers/json", this::check)
        .format("readers/ndjson", this::check)
        .tests();
  }

  /** Batches of one row must not differ from one batch of all. */
  private void check(ConformanceCase given) throws IOException {
    check(given, MANY_ROWS);
    check(given, 1);
  }

  private void check(ConformanceCase given, int maxBatchRows) throws IOException {
    JsonNode expected = given.get("expect");
    ReaderTable actual;
    try {
      actual = ReaderTable.read(given, folder, maxBatchRows);
    } catch (IngestException e) {
      if (!expected.has("error")) {
        throw e;
      }
      ExpectedFailure.assertMatches(expected.get("error"), e);
      return;
    }
    if (expected.has("error")) {
      throw new AssertionError("no " + expected.get("error") + " but " + actual);
    }
    boolean anyOrder = expected.path("columnOrder").asText().equals("any");
    assertThat(actual.text(anyOrder)).isEqualTo(ReaderTable.expected(expected).text(anyOrder));
  }
}
