package io.heddle.resources.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.ProblemException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {
  private static JsonBody read(String text) {
    return JsonBody.read(text.getBytes(UTF_8), Set.of("text", "texts", "number", "flag", "more"));
  }

  @Test
  void membersAreReadByTheirTypes() {
    JsonBody body =
        read("{\"text\": \"a\", \"texts\": [\"b\"], \"number\": 3, \"flag\": true, \"more\": {}}");

    assertThat(body.text("text")).isEqualTo("a");
    assertThat(body.texts("texts")).containsExactly("b");
    assertThat(body.number("number", 0)).isEqualTo(3);
    assertThat(body.flag("flag")).isTrue();
    assertThat(body.object("more", Set.of()).text("x")).isNull();
  }

  @Test
  void whatIsNotThereIsNotSaid() {
    for (String text : new String[] {"", "{}", "{\"text\": null, \"number\": null}"}) {
      assertThat(read(text).text("text")).isNull();
      assertThat(read(text).number("number", 0)).isNull();
      assertThat(read(text).flag("flag")).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "{\"colour\": 1}",
        "{\"text\": 1}",
        "{\"text\": \"a\", \"text\": \"b\"}",
        "{} {}",
        "{\"text\": ",
        "{\"text\": abc}",
        "{\"number\": 1.5}",
        "{\"number\": -1}",
        "{\"number\": 99999999999999999999}",
        "{\"texts\": []}",
        "{\"texts\": [1]}",
        "{\"flag\": \"yes\"}",
        "{\"more\": []}"
      })
  void everythingElseIsRefusedInPlainWords(String text) {
    assertThatThrownBy(
            () -> {
              JsonBody body = read(text);
              body.text("text");
              body.texts("texts");
              body.number("number", 0);
              body.flag("flag");
              body.object("more", Set.of());
            })
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.detail().status()).isEqualTo(400);
              assertThat(e.detail().detail())
                  .doesNotContain("`", "Feature", "io.heddle", "fasterxml");
            });
  }

  @Test
  void deepNestingIsRefused() {
    assertThatThrownBy(() -> read("[".repeat(100_000)))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> assertThat(e.detail().detail()).doesNotContain("`").contains("nested"));
  }
}
