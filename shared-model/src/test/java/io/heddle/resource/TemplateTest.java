package io.heddle.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
  private static final Map<String, String> VALUES =
      Map.of(
          "one", "alpha",
          "nested", "${{ config.one }}",
          "odd", "a$1\\b",
          "set.member", "beta",
          "1k", "gamma");

  private static Optional<String> value(String name) {
    return Optional.ofNullable(VALUES.get(name));
  }

  private static String expand(String text) {
    return Template.parse(text).expand("config", TemplateTest::value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '"',
      value = {
        "${{config.one}} => alpha",
        "a${{ config.one }}b${{ config.one }}c => aalphabalphac",
        "${{ config.nested }} => ${{ config.one }}",
        "${{ config.odd }} => a$1\\b",
        "${{ config.set.member }} => beta",
        "${{ config.1k }} => gamma",
        "${{ config.no || ' x ' }}. => \" x .\"",
        "${{ config.no || '' }}. => .",
        "${{ config.no || 7 }} => 7",
        "${{ config.no || -7.25 }} => -7.25",
        "price $${{ config.one }} => price ${{ config.one }}",
        "a ${{ 'x||y' }} => a x||y",
        "a ${{ 'x}}y' }} => a x}}y",
        "a ${{ config.one => a ${{ config.one",
        "${{ config.one }} ${{ 'open }} => alpha ${{ 'open }}",
        "a $ {{ b }} => a $ {{ b }}"
      })
  void expands(String template, String expected) {
    assertThat(expand(template)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "${{ }}",
    "${{ config. }}",
    "${{ config.one || }}",
    "${{ 1.2.3 }}",
    "${{ config.one | 2 }}",
    "${{ config.one || env.X }}",
    "${{ config }}",
    "${{ config.one || nö }}"
  })
  void refusesWhatIsNoExpression(String template) {
    assertThatThrownBy(() -> expand(template))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.kind()).isEqualTo(FailureKind.TemplateInvalidPattern));
  }

  @Test
  void namesTheExpressionWithoutAValue() {
    assertThatThrownBy(() -> expand("a ${{ config.no || config.none }}"))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.kind()).isEqualTo(FailureKind.TemplateValueNotFound))
        .hasMessageContaining("config.no || config.none");
  }

  @Test
  void expandsEveryTextOfADocumentButNoName() throws Exception {
    ObjectMapper json = new ObjectMapper();
    assertThat(
            Template.expand(
                json.readTree(
                    """
                    {"${{ config.one }}": [{"a": "${{ config.one }}"}, 1, null, true]}\
                    """),
                "config",
                TemplateTest::value))
        .isEqualTo(json.readTree("{\"${{ config.one }}\": [{\"a\": \"alpha\"}, 1, null, true]}"));
  }
}
