package io.heddle.merge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.problem.IngestException;
import java.util.Arrays;
import java.util.Set;

/** The {@code error} that a case expects: its kind, and what its message has to name. */
final class ExpectedError {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ANY_OF = "any of:";

  /** Members that say nothing about the failure. */
  private static final Set<String> NOT_NAMED = Set.of("kind", "alternative");

  private ExpectedError() {}

  static void assertMatches(JsonNode expected, IngestException failure) {
    String kind = expected.path("kind").asText();
    if (kind.startsWith(ANY_OF)) {
      assertThat(Arrays.stream(kind.substring(ANY_OF.length()).split(",")).map(String::trim))
          .as(failure.getMessage())
          .contains(failure.kind().name());
    } else {
      assertThat(failure.kind().name()).as(failure.getMessage()).isEqualTo(kind);
    }
    JsonNode details = JSON.valueToTree(failure.failure().details());
    expected
        .properties()
        .forEach(
            member -> {
              if (!NOT_NAMED.contains(member.getKey())) {
                assertThat(details.path(member.getKey()).toString())
                    .as("%s of: %s", member.getKey(), failure.getMessage())
                    .isEqualTo(member.getValue().toString());
              }
            });
  }
}
