package io.heddle.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class YamlDocumentsTest {
  @Test
  void resolvesJsonScalarsAndNothingElse() {
    // Given
    String yaml =
        """
        texts: [2020-01-01, 2020-01-01T12:00:00Z, yes, on, 007, 0x1f, +5, .inf, 1_000, 12:30]
        numbers: [1, -5, 1.5, 1e3, 18446744073709551615]
        others: [true, False, null, ~, ]
        quoted: ["1", 'true', !!str 5]
        """;
    // When
    JsonNode document = YamlDocuments.readOne(yaml);
    // Then
    assertThat(document.get("texts")).allMatch(JsonNode::isTextual).hasSize(10);
    assertThat(document.get("numbers")).hasToString("[1,-5,1.5,1000.0,18446744073709551615]");
    assertThat(document.get("others")).hasToString("[true,false,null,null]");
    assertThat(document.get("quoted")).hasToString("[\"1\",\"true\",\"5\"]");
  }

  @Test
  void readsSeveralDocuments() {
    assertThat(YamlDocuments.read("a: 1\n---\nb: 2\n---\n")).hasSize(2);
  }

  @Test
  void aliasesRepeatWhatTheirAnchorsHold() {
    JsonNode document = YamlDocuments.readOne("a: &x {b: 1}\nc: *x\n");
    assertThat(document).hasToString("{\"a\":{\"b\":1},\"c\":{\"b\":1}}");
  }

  @Test
  void aKeyThatOccursTwiceIsRefused() {
    assertRefused("kind: SetInfo\ndescription: a\ndescription: b\n", "line 3, column 1");
  }

  @Test
  void multiplyingAliasesAreRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int level = 1; level < 12; level++) {
      bomb.append("a%d: &a%d [".formatted(level, level));
      bomb.append("*a%d, ".formatted(level - 1).repeat(10)).append("]\n");
    }
    assertRefused(bomb.toString(), "counting aliases as often as they occur");
  }

  @Test
  void aValueCannotContainItself() {
    assertRefused("&a [*a]", "the alias of a value before it");
  }

  @Test
  void deepNestingIsRefused() {
    assertRefused("[".repeat(5000), "levels of nesting");
    assertRefused("- ".repeat(5000) + "x", "levels of nesting");
    assertRefused("{a: ".repeat(5000), "levels of nesting");
  }

  @Test
  void aTextBeyondTheLimitIsRefused() {
    YamlDocuments.Limits limits = new YamlDocuments.Limits(100, 10, 10, 10);
    assertThatThrownBy(() -> YamlDocuments.read("x".repeat(101), limits))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("at most 100 characters");
    assertThatThrownBy(() -> YamlDocuments.read("[1,2,3,4,5,6,7,8,9,10,11]", limits))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("at most 10 values");
    assertThatThrownBy(() -> YamlDocuments.read("--- a\n".repeat(11), limits))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("at most 10 documents");
  }

  @Test
  void whatJsonCannotHoldIsRefused() {
    assertRefused("!!binary aGk=", "a value without a tag");
    assertRefused("a: !!timestamp 2020-01-01", "a value without a tag");
    assertRefused("? [a]\n: b\n", "a text as key");
    assertRefused("1e999", "a number");
    assertRefused("9".repeat(101), "a number");
  }

  @Test
  void brokenYamlIsRefusedWithItsPlace() {
    assertRefused("a: [1, 2\nb: 3\n", "line 2");
    assertRefused("a:\n\t- b\n", "line 2");
    assertRefused("a: \u0001", "special characters");
  }

  @Property(tries = 3000)
  void anyTextIsReadOrRefused(@ForAll String text) {
    assertReadOrRefused(text);
  }

  @Property(tries = 3000)
  void anyDamageIsReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder yaml =
        new StringBuilder(Manifest.METADATA_BLOCK.toYaml(new RandomValues(seed).block()));
    String characters = "-:{}[]&*!|>'\"%@#? \n\tax1~\\,";
    for (int change = random.nextInt(10); change >= 0; change--) {
      yaml.setCharAt(
          random.nextInt(yaml.length()), characters.charAt(random.nextInt(characters.length())));
    }
    assertReadOrRefused(yaml.toString());
  }

  private static void assertReadOrRefused(String text) {
    Throwable refusal = catchThrowable(() -> Manifest.METADATA_BLOCK.fromYaml(text));
    if (refusal != null) {
      assertThat(refusal).isInstanceOf(DocumentException.class);
    }
  }

  private static void assertRefused(String yaml, String message) {
    assertThatThrownBy(() -> YamlDocuments.read(yaml))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining(message);
  }
}
