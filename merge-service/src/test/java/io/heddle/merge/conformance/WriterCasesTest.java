package io.heddle.merge.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class WriterCasesTest {
  private static final List<String> GROUPS =
      List.of("commit", "event-time", "evolution", "ordering", "schema", "watermark");

  @TestFactory
  Stream<DynamicTest> casesHoldHoweverTheInputIsCut() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String group : GROUPS) {
      for (JsonNode each : MergeCasesTest.cases("/cases/writer/" + group + ".json")) {
        if (WriterCase.isSupported(each)) {
          for (CaseRows.Cut cut : CaseRows.Cut.values()) {
            tests.add(
                DynamicTest.dynamicTest(
                    each.get("id").asText() + " " + cut, () -> new WriterCase(each, cut).run()));
          }
        }
      }
    }
    return tests.stream();
  }
}
