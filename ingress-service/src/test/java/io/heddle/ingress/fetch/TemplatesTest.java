package io.heddle.ingress.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.problem.IngestException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplatesTest {
  private final Templates templates =
      new Templates(Map.of("one", "alpha", "nested", "${{ config.one }}", "odd", "a$1\\b"));

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '"',
      value = {
        "${{config.one}} => alpha",
        "${{ config.nested }} => ${{ config.one }}",
        "${{ config.odd }} => a$1\\b",
        "${{ config.no || ' x ' }}. => \" x .\"",
        "${{ config.no || '' }}. => .",
        "${{ config.no || 7 }} => 7"
      })
  void expands(String template, String expected) {
    assertThat(templates.expand(template)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"${{ }}", "${{ config. }}", "${{ config.one || }}", "${{ 'open }}", "${{ 1.2.3 }}"})
  void refusesWhatIsNoExpression(String template) {
    assertThatThrownBy(() -> templates.expand(template))
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("TemplateInvalidPattern");
  }

  @Test
  void expandsEveryTextOfADocumentButNoName() throws Exception {
    ObjectMapper json = new ObjectMapper();
    assertThat(
            templates.expand(
                json.readTree(
                    """
                    {"${{ config.one }}": [{"a": "${{ config.one }}"}, 1, null, true]}\
                    """)))
        .isEqualTo(json.readTree("{\"${{ config.one }}\": [{\"a\": \"alpha\"}, 1, null, true]}"));
  }
}
