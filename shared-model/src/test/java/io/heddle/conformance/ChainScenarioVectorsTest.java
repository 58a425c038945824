package io.heddle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.chain.AppendOptions;
import io.heddle.chain.AppendOutcome;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.encoding.OdfTypes;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.odf.MetadataBlock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Sequences of appends, each with the outcome that the rules of the chain give it. */
class ChainScenarioVectorsTest {
  private static final Instant START = Instant.parse("2020-01-01T12:00:00Z");

  @TestFactory
  Stream<DynamicNode> scenarios() {
    return ConformanceSuite.vectors("chain-scenarios")
        .format("chain-scenarios", this::appendsByTheRules)
        .tests();
  }

  private void appendsByTheRules(ConformanceCase given) {
    MetadataChain chain = new MetadataChain(new DatasetStorage(new InMemoryObjectStore()));
    List<String> expected = new ArrayList<>();
    List<String> actual = new ArrayList<>();
    int number = 0;
    for (JsonNode step : given.get("steps")) {
      String name = "%d %s: ".formatted(number++, step.path("event").path("kind").asText());
      expected.add(name + step.path("expect").asText());
      Optional<ChainSummary> before = chain.summary();
      String outcome = outcome(chain.append(block(step, before.orElse(null)), options(step)));
      actual.add(name + outcome);
      if (!outcome.equals("ok")) {
        assertThat(chain.summary()).as(name).isEqualTo(before);
      }
    }
    assertThat(actual).isEqualTo(expected);
  }

  private static MetadataBlock block(
      JsonNode step, @org.jspecify.annotations.Nullable ChainSummary head) {
    Multihash previous = head == null ? null : head.head();
    if (step.has("prevBlockHash")) {
      previous = OdfTypes.MULTIHASH.fromJson(step.get("prevBlockHash"));
    }
    return new MetadataBlock(
        step.has("systemTime")
            ? OdfTypes.TIMESTAMP.fromJson(step.get("systemTime"))
            : head == null ? START : head.systemTime(),
        previous,
        step.has("sequenceNumber")
            ? step.get("sequenceNumber").asLong()
            : head == null ? 0 : head.sequenceNumber() + 1,
        OdfTypes.METADATA_EVENT.fromJson(step.get("event")));
  }

  private static AppendOptions options(JsonNode step) {
    AppendOptions options = AppendOptions.DEFAULT;
    if (step.has("expectedHash")) {
      options = options.withExpectedHash(OdfTypes.MULTIHASH.fromJson(step.get("expectedHash")));
    }
    if (step.has("checkRefIs")) {
      Multihash target =
          step.get("checkRefIs").isNull()
              ? null
              : OdfTypes.MULTIHASH.fromJson(step.get("checkRefIs"));
      options = options.withRefCheck(new AppendOptions.RefCheck.At(target));
    }
    return options;
  }

  private static String outcome(AppendOutcome outcome) {
    return switch (outcome) {
      case AppendOutcome.Appended appended -> "ok";
      case AppendOutcome.Refused(var violation) -> violation.category().toString();
      case AppendOutcome.HashMismatch mismatch -> "HashMismatch";
      case AppendOutcome.RefMoved moved -> "RefCASFailed";
    };
  }
}
