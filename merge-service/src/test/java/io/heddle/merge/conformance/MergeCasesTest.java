package io.heddle.merge.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class MergeCasesTest {
  private static final List<String> GROUPS =
      List.of("append", "ledger", "snapshot", "changelog", "upsert");

  @TestFactory
  Stream<DynamicTest> casesHoldHoweverTheInputIsCut() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String group : GROUPS) {
      for (JsonNode each : cases("/cases/merge/" + group + ".json")) {
        for (CaseRows.Cut cut : CaseRows.Cut.values()) {
          tests.add(
              DynamicTest.dynamicTest(
                  each.get("id").asText() + " " + cut, () -> new MergeCase(each, cut).run()));
        }
      }
    }
    return tests.stream();
  }

  static JsonNode cases(String resource) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(MergeCasesTest.class.getResourceAsStream(resource), resource)) {
      return new ObjectMapper().readTree(in).get("cases");
    }
  }
}
