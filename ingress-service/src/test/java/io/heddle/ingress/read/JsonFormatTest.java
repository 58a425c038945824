package io.heddle.ingress.read;

import static io.heddle.ingress.read.ReadFixture.field;
import static io.heddle.ingress.read.ReadFixture.json;
import static io.heddle.ingress.read.ReadFixture.ndJson;
import static io.heddle.ingress.read.ReadFixture.optional;
import static io.heddle.ingress.read.ReadFixture.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JSON files of the wild come with. */
class JsonFormatTest {
  private static final DataSchema NUMBER = schema(optional("n", new DataType.Int64()));

  @TempDir private Path folder;
  private ReadFixture read;

  @BeforeEach
  void setUp() {
    read = new ReadFixture(folder);
  }

  @Test
  void countsLinesAsRecordsButBlankOnesNot() {
    var failure = read.failure(ndJson(NUMBER), "\n{\"n\":1}\n  \r\n{\"n\":true}\n");
    assertThat(failure.failure().details())
        .containsEntry("record", 2L)
        .containsEntry("column", "n")
        .containsEntry("value", "true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"n\":1} {\"n\":2}",
        "{\"n\":1},",
        "[{\"n\":1}]",
        "7",
        "{\"n\":1",
        "{\"n\":\n1}",
        "{'n':1}",
        "{\"n\":01}",
        "{\"n\":+1}",
        "{\"n\":Infinity}",
        "{\"n\":1,}",
        "{\"o\":{\"a\":1,\"a\":1}}"
      })
  void refusesALineThatIsNotOneObject(String line) {
    var failure = read.failure(ndJson(NUMBER), "{\"n\":0}\n" + line + "\n");
    assertThat(failure.kind()).isEqualTo(FailureKind.ReadError);
    assertThat(failure.failure().details()).containsEntry("record", 2L);
  }

  @Test
  void namesAKeyThatStandsTwiceInANestedObject() {
    DataSchema nested =
        schema(field("o", new DataType.Struct(List.of(optional("a", new DataType.Int64())))));
    var failure = read.failure(ndJson(nested), "{\"o\":{\"a\":1,\"b\":2,\"a\":3}}\n");
    assertThat(failure.failure().details())
        .containsEntry("column", "a")
        .containsEntry("record", 1L);
  }

  @Test
  void namesThePlaceOfANestedValue() {
    DataSchema nested =
        schema(
            field(
                "o",
                new DataType.List(
                    new DataType.Struct(List.of(field("a", new DataType.Int8()))), null)));
    var failure = read.failure(ndJson(nested), "{\"o\":[{\"a\":1},{\"a\":1000}]}\n");
    assertThat(failure.failure().details())
        .containsEntry("column", "o[].a")
        .containsEntry("value", "1000");
    var missing = read.failure(ndJson(nested), "{\"o\":[{}]}\n");
    assertThat(missing.failure().details()).containsEntry("column", "o[].a");
  }

  @Test
  void readsNestedValuesAndTheirNulls() throws IOException {
    DataSchema nested =
        schema(
            optional("o", new DataType.Struct(List.of(optional("t", new DataType.Text())))),
            optional("l", new DataType.List(new DataType.Option(new DataType.Int64()), null)),
            optional("p", new DataType.List(new DataType.Float64(), 2L)));
    assertThat(
            read.rows(
                ndJson(nested),
                """
                {"o":{"t":"x","u":1},"l":[1,null,3],"p":[0.5,1]}
                {"o":null,"l":null,"p":null}
                {"o":{},"l":[]}
                {"o":{"t":null},"l":[4],"p":[2,3]}
                """))
        .containsExactly(
            List.of("{\"t\":\"x\"}", "[1,null,3]", "[0.5,1.0]"),
            List.of("null", "null", "null"),
            List.of("{\"t\":null}", "[]", "null"),
            List.of("{\"t\":null}", "[4]", "[2.0,3.0]"));
  }

  @Test
  void refusesAnArrayOfAnotherLengthThanDeclared() {
    DataSchema pair = schema(field("p", new DataType.List(new DataType.Int64(), 2L)));
    assertThat(read.failure(ndJson(pair), "{\"p\":[1]}\n")).hasMessageContaining("length 2");
    assertThat(read.failure(ndJson(pair), "{\"p\":[1,2,3]}\n")).hasMessageContaining("length 2");
  }

  @Test
  void infersNestedTypesInTheOrderOfAppearance() throws IOException {
    assertThat(
            read.rows(
                ndJson(null),
                """
                {"z":[{"k":1}],"a":null}
                {"a":null,"m":{"y":1.5,"x":"t"},"z":[]}
                """))
        .containsExactly(
            List.of("null", "[{\"k\":1}]", "null"),
            List.of("null", "[]", "{\"x\":\"t\",\"y\":1.5}"));
  }

  @Test
  void refusesMixedTextAndNumbers() {
    var failure = read.failure(ndJson(null), "{\"v\":\"x\"}\n{\"v\":1}\n");
    assertThat(failure.failure().details()).containsEntry("record", 2L).containsEntry("value", "1");
  }

  @Test
  void refusesHalfOfASurrogatePair() {
    DataSchema text = schema(field("t", new DataType.Text()));
    assertThat(read.failure(ndJson(text), "{\"t\":\"\\ud83d\"}\n"))
        .hasMessageContaining("surrogate");
  }

  @Test
  void refusesHalfOfASurrogatePairInAKey() {
    String input = "{\"a\": 1}\n{\"o\": {\"x\\ud83d\": 1}}\n";
    assertThat(read.failure(new ReadStep.NdJson(null, null, null, null, null), input))
        .hasMessageContaining("record 2")
        .hasMessageContaining("the key \"x\\ud83d\" holds half of a surrogate pair");
  }

  @Test
  void takesAnEscapedZeroCharacterForAValue() throws IOException {
    ReadStep step = ndJson(schema(optional("a", new DataType.Text())));
    assertThat(read.rows(step, "{\"a\": \"x\\u0000y\"}\n")).containsExactly(List.of("x\0y"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\": NaN}", "{\"b\": 1", "{\"b\": [1", "{\"a\": +1}", "{a: 1}"})
  void tellsWhatIsWrongWithoutTheHintsOfItsParser(String line) {
    assertThat(read.failure(ndJson(schema(optional("a", new DataType.Text()))), line))
        .hasMessageContaining("this is not valid JSON: ")
        .hasMessageNotContainingAny("`", "Source:", "Feature", "com.fasterxml");
  }

  @Test
  void readsAFloatOfAnyLength() throws IOException {
    ReadStep step = ndJson(schema(optional("a", new DataType.Float64())));
    assertThat(read.rows(step, "{\"a\": 0." + "3".repeat(1500) + "}\n"))
        .containsExactly(List.of("0.3333333333333333"));
  }

  @Test
  void refusesMalformedBytesWithTheirRecord() {
    byte[] latin = "{\"t\":\"a\"}\n\n{\"t\":\"é\"}\n".getBytes(StandardCharsets.ISO_8859_1);
    var failure = read.failure(ndJson(schema(field("t", new DataType.Text()))), latin);
    assertThat(failure.failure().details()).containsEntry("record", 2L);
    var document =
        read.failure(
            json(schema(field("t", new DataType.Text()))),
            "[{\"t\":\"é\"}]".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(document.kind()).isEqualTo(FailureKind.ReadError);
  }

  @Test
  void dropsASignatureAtTheStart() throws IOException {
    assertThat(read.rows(ndJson(NUMBER), "\uFEFF{\"n\":1}\n")).containsExactly(List.of("1"));
  }

  @Test
  void takesAnyEncodingButUtf8ForUnsupported() {
    ReadStep.NdJson latin = new ReadStep.NdJson(null, null, "latin-1", null, NUMBER);
    assertThat(read.failure(latin, "{\"n\":1}\n").kind()).isEqualTo(FailureKind.Unsupported);
  }

  @Test
  void readsLinesLongerThanAnyBuffer() throws IOException {
    DataSchema text = schema(field("t", new DataType.Text()));
    String one = "x".repeat(150_000);
    assertThat(read.rows(ndJson(text), "{\"t\":\"%s\"}\n{\"t\":\"y\"}\n".formatted(one)))
        .containsExactly(List.of(one), List.of("y"));
  }

  @Test
  void boundsTheLengthOfAValue() {
    DataSchema text = schema(field("t", new DataType.Text()));
    String tooLong = "x".repeat(ReadFixture.MAX_VALUE_CHARS + 1);
    assertThat(read.failure(ndJson(text), "{\"t\":\"%s\"}\n".formatted(tooLong)).kind())
        .isEqualTo(FailureKind.ReadError);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[{\"n\":1}]x", "[{\"n\":1}] []", "[{\"n\":1},", "[7]", "[null]", "[{\"n\":1}}"})
  void refusesADocumentThatIsBroken(String document) {
    assertThat(read.failure(json(NUMBER), document).kind()).isEqualTo(FailureKind.ReadError);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":null}", "{\"b\":[]}", "{\"a\":7}", "[]", "\"a\""})
  void refusesADocumentWithoutAnArrayOnTheSubPath(String document) {
    ReadStep.Json step = new ReadStep.Json("a", null, null, null, null, NUMBER);
    assertThat(read.failure(step, document).kind()).isEqualTo(FailureKind.BadInput);
  }

  @Test
  void seesThatTheDocumentIsCutBehindTheArray() {
    ReadStep.Json step = new ReadStep.Json("a", null, null, null, null, NUMBER);
    assertThat(read.failure(step, "{\"a\":[{\"n\":1}],\"b\":").kind())
        .isEqualTo(FailureKind.ReadError);
  }
}
