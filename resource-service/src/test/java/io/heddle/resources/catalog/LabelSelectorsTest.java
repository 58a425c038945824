package io.heddle.resources.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.heddle.resource.Account;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorsTest {
  private static final ResourceHeaders HEADERS =
      new ResourceHeaders(
          new UUID(1, 2),
          new ResourceName("acme.x"),
          new Account(new UUID(0, 1), null, new ResourceName("heddle")),
          Map.of("env", TextNode.valueOf("test"), "tier", TextNode.valueOf("gold")),
          Map.of(),
          List.of(),
          1,
          0,
          Instant.EPOCH,
          Instant.EPOCH,
          null);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "env=test|true",
        "env==test,tier=gold|true",
        "env=test, tier=silver|false",
        "env!=prod|true",
        "missing!=x|true",
        "tier in (gold, silver)|true",
        "tier notin (gold)|false",
        "env|true",
        "!env|false",
        "!missing,env|true",
        "name=acme.x|true",
      })
  void terms(String selector, boolean matches) {
    assertThat(LabelSelectors.parse(selector).matches(HEADERS)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=x", "a in b", "a=b=c", "a in (b"})
  void notSelectors(String selector) {
    assertThatThrownBy(() -> LabelSelectors.parse(selector))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
