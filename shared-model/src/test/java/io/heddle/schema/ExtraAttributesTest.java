package io.heddle.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtraAttributesTest {
  @Test
  void keysAreSortedByTheirUtf8BytesAtEveryLevel() {
    // Given: U+FF01 comes before U+1F9F5, though its UTF-16 form comes after
    String json =
        "{\"\ud83e\uddf5\":1, \"\uff01\":2, \"b\":{\"z\":[3, {\"d\":4,\"c\":5}],\"a\":6}}";
    // When
    ExtraAttributes attributes = ExtraAttributes.parse(json);
    // Then
    assertThat(attributes.canonicalJson())
        .isEqualTo("{\"b\":{\"a\":6,\"z\":[3,{\"c\":5,\"d\":4}]},\"\uff01\":2,\"\ud83e\uddf5\":1}");
  }

  @Test
  void onlyWhatMustBeEscapedIs() {
    String json = "{\"a\":\"\\u0001\\u0008\\t\\n\\f\\r\\\"\\\\\\/\\u007f\\u00e4\\u001F\"}";
    assertThat(ExtraAttributes.parse(json).canonicalJson())
        .isEqualTo("{\"a\":\"\\u0001\\b\\t\\n\\f\\r\\\"\\\\/\u007f\u00e4\\u001f\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "10, 10",
    "10.0, 10.0",
    "-1.50, -1.5",
    "0.1, 0.1",
    "1e3, 1000.0",
    "0.00001, 0.00001",
    "0.000001, 1e-6",
    "1.5e-7, 1.5e-7",
    "9999999999999998.0, 9999999999999998.0",
    "1e16, 1e16",
    "-1.25e300, -1.25e300",
    "-0.0, -0.0",
    "18446744073709551615, 18446744073709551615"
  })
  void numbersHaveOneForm(String given, String canonical) {
    assertThat(ExtraAttributes.parse("{\"n\":" + given + "}").canonicalJson())
        .isEqualTo("{\"n\":" + canonical + "}");
  }

  @Test
  void theTextIsWhatTheTreeGives() {
    ExtraAttributes attributes = ExtraAttributes.parse("{\"b\":[1.5,null],\"a\":\"x\"}");
    assertThat(ExtraAttributes.of(attributes.toJson())).isEqualTo(attributes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|not a JSON object",
        "{\"a\":1,\"a\":2}|Duplicate field 'a'",
        "{\"a\":NaN}|not valid JSON",
        "{} x|not valid JSON",
        "{\"a\":1e999}|no JSON number"
      })
  void whatIsNoObjectIsRefused(String json, String message) {
    assertThatThrownBy(() -> ExtraAttributes.parse(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void deepNestingIsRefused() {
    assertThatThrownBy(() -> ExtraAttributes.parse("{\"a\":" + "[".repeat(200)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
