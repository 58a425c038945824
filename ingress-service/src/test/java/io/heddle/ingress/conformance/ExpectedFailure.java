package io.heddle.ingress.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.problem.IngestException;
import java.util.List;
import java.util.Set;

/** The {@code error} that a case expects. */
public final class ExpectedFailure {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ANY_OF = "any of: ";

  /** Members that say nothing about the message. */
  private static final Set<String> NOT_NAMED = Set.of("kind", "stage");

  private ExpectedFailure() {}

  public static void assertMatches(JsonNode expected, IngestException failure) {
    assertKind(expected.path("kind").asText(), failure);
    JsonNode details = JSON.valueToTree(failure.failure().details());
    expected
        .properties()
        .forEach(
            member -> {
              if (NOT_NAMED.contains(member.getKey())) {
                return;
              }
              if (member.getKey().equals("text")) {
                assertThat(failure.getMessage()).contains(member.getValue().asText());
              } else {
                assertThat(details.path(member.getKey()).toString())
                    .as("%s of: %s", member.getKey(), failure.getMessage())
                    .isEqualTo(member.getValue().toString());
              }
            });
  }

  private static void assertKind(String expected, IngestException failure) {
    // Internal stands for anything else: only the fact of failure matters.
    if (expected.equals("Internal")) {
      return;
    }
    List<String> kinds =
        expected.startsWith(ANY_OF)
            ? List.of(expected.substring(ANY_OF.length()).split(", "))
            : List.of(expected);
    if (kinds.size() == 1) {
      assertThat(failure.kind().name()).as(failure.getMessage()).isEqualTo(expected);
    } else {
      assertThat(failure.kind().name()).as(failure.getMessage()).isIn(kinds);
    }
  }
}
