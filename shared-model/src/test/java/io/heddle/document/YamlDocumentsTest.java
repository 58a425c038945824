package io.heddle.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.encoding.DocumentException;
import io.heddle.encoding.Manifest;
import io.heddle.encoding.RandomValues;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class YamlDocumentsTest {
  private static JsonNode read(String yaml) {
    return YamlDocuments.readOne(yaml, DocumentLimits.DEFAULT);
  }

  @Test
  void resolvesJsonScalarsAndNothingElse() {
    // Given
    String yaml =
        """
        texts: [2020-01-01, 2020-01-01T12:00:00Z, yes, on, 007, -.inf, .inf, .NaN, 1_000, 12:30]
        numbers: [1, -5, +5, 0x1f, 0o17, .5, 1., 1.5, 1e3, 1e400, 18446744073709551615]
        exact: 0.1234567890123456789012
        others: [true, False, null, ~, ]
        quoted: ["1", 'true', !!str 5]
        """;
    // When
    JsonNode document = read(yaml);
    // Then
    assertThat(document.get("texts")).allMatch(JsonNode::isTextual).hasSize(10);
    assertThat(document.get("numbers"))
        .hasToString("[1,-5,5,31,15,0.5,1,1.5,1E+3,1E+400,18446744073709551615]");
    assertThat(document.get("exact").decimalValue())
        .isEqualTo(new BigDecimal("0.1234567890123456789012"));
    assertThat(document.get("others")).hasToString("[true,false,null,null]");
    assertThat(document.get("quoted")).hasToString("[\"1\",\"true\",\"5\"]");
  }

  @Test
  void readsSeveralDocuments() {
    assertThat(YamlDocuments.read("a: 1\n---\nb: 2\n---\n", DocumentLimits.DEFAULT)).hasSize(2);
  }

  @Test
  void aliasesRepeatWhatTheirAnchorsHold() {
    JsonNode document = read("a: &x {b: 1}\nc: *x\n");
    assertThat(document).hasToString("{\"a\":{\"b\":1},\"c\":{\"b\":1}}");
  }

  @Test
  void aKeyThatOccursTwiceIsRefused() {
    assertThatThrownBy(() -> read("kind: SetInfo\ndescription: a\ndescription: b\n"))
        .isInstanceOfSatisfying(
            MalformedDocumentException.class,
            e -> assertThat(e.place()).isEqualTo(new TextPosition(3, 1)));
  }

  @Test
  void multiplyingAliasesAreRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int level = 1; level < 12; level++) {
      bomb.append("a%d: &a%d [".formatted(level, level));
      bomb.append("*a%d, ".formatted(level - 1).repeat(10)).append("]\n");
    }
    assertRefused(bomb.toString(), "more than 100000 values");
  }

  @Test
  void aValueCannotContainItself() {
    assertRefused("&a [*a]", "stands for nothing before it");
  }

  @Test
  void deepNestingIsRefused() {
    assertRefused("[".repeat(5000), "levels of nesting");
    assertRefused("- ".repeat(5000) + "x", "levels of nesting");
    assertRefused("{a: ".repeat(5000), "levels of nesting");
  }

  @Test
  void aTextBeyondTheLimitIsRefused() {
    DocumentLimits limits = new DocumentLimits(1000, 100, 10, 10, 10);
    assertThatThrownBy(() -> YamlDocuments.read("x".repeat(101), limits))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("more than 100 bytes");
    assertThatThrownBy(() -> YamlDocuments.read("[1,2,3,4,5,6,7,8,9,10,11]", limits))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("more than 10 values");
    assertThatThrownBy(() -> YamlDocuments.read("--- a\n".repeat(11), limits))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("more than 10 documents");
  }

  @Test
  void whatJsonCannotHoldIsRefused() {
    assertRefused("!!binary aGk=", "is not supported");
    assertRefused("a: !!timestamp 2020-01-01", "is not supported");
    assertRefused("? [a]\n: b\n", "a key is a text");
    assertRefused("1e99999", "a number");
    assertRefused("9".repeat(101), "a number");
  }

  @Test
  void brokenYamlIsRefusedWithItsPlace() {
    for (String broken : List.of("a: [1, 2\nb: 3\n", "a:\n\t- b\n")) {
      assertThatThrownBy(() -> read(broken))
          .isInstanceOfSatisfying(
              MalformedDocumentException.class,
              e -> assertThat(e.place()).extracting(TextPosition::line).isEqualTo(2));
    }
    assertRefused("a: \u0001", "a character that YAML does not allow");
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
      assertThat(refusal)
          .isInstanceOfAny(DocumentException.class, MalformedDocumentException.class);
    }
  }

  private static void assertRefused(String yaml, String message) {
    assertThatThrownBy(() -> YamlDocuments.read(yaml, DocumentLimits.DEFAULT))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining(message);
  }
}
