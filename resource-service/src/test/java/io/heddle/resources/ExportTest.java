package io.heddle.resources;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.document.DocumentLimits;
import io.heddle.resources.manifest.ManifestReader;
import io.heddle.resources.rest.Answers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is exported is read back as the same, as JSON and as YAML. */
class ExportTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final ManifestReader READER = new ManifestReader(DocumentLimits.DEFAULT);
  private static final String[] PIECES = {
    "a",
    "Z",
    "0",
    "9",
    "1",
    "e",
    "E",
    "x",
    "o",
    ".",
    "-",
    "+",
    "_",
    ":",
    " ",
    "  ",
    "#",
    "'",
    "\"",
    "\\",
    "\n",
    "\t",
    "\r\n",
    "~",
    "!",
    "&",
    "*",
    "?",
    "|",
    ">",
    "%",
    "@",
    "`",
    "{",
    "}",
    "[",
    "]",
    ",",
    "=",
    "<<",
    "null",
    "true",
    "NO",
    "on",
    ".inf",
    ".nan",
    "---",
    "...",
    "${{ config.a }}",
    "\u00e4",
    "\u2028",
    "\u0085",
    "\uFEFF",
    "\u0007",
    "\u007f",
    "\uD83D\uDE00",
    "2020-01-01",
    "12:30:45"
  };

  private static JsonNode yaml(JsonNode tree) {
    String text = (String) Answers.yaml(200, List.of(tree)).build().getEntity();
    return READER.read(text.getBytes(UTF_8), "application/yaml").getFirst().tree();
  }

  private static JsonNode json(JsonNode tree) {
    return READER
        .read(Answers.text(tree, true).getBytes(UTF_8), "application/json")
        .getFirst()
        .tree();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1e3",
        "1E3",
        "0x1F",
        "0o17",
        "+5",
        "-0",
        ".5",
        "5.",
        "1_000",
        "~",
        "null",
        "Null",
        "True",
        "yes",
        "0123",
        "2020-01-01",
        "9999-12-31T23:59:59.999999999Z",
        "+10000-01-01T00:00:00Z",
        "- a",
        "a: b",
        "a #b",
        "#a",
        "a\nb",
        "a\n",
        "\na",
        "  a\nb",
        "a  ",
        "\t",
        "*a",
        "&a",
        "!a",
        "%a",
        "'",
        "\"",
        "\\",
        "[",
        "{",
        "|",
        ">",
        "@",
        "`",
        "---",
        "...",
        "\u2028",
        "\u0085"
      })
  void textsStayTexts(String text) {
    ObjectNode tree = JSON.objectNode().put("text", text);
    tree.putArray("list").add(text);
    if (!text.isEmpty()) {
      tree.put(text, "key");
    }

    assertThat(yaml(tree)).isEqualTo(tree);
    assertThat(json(tree)).isEqualTo(tree);
  }

  @Test
  void anyTreeIsReadBackAsTheSame() {
    for (long seed = 0; seed < 2_000; seed++) {
      JsonNode tree = object(new Random(seed), 0);

      assertThat(json(tree)).as("JSON of seed %d", seed).isEqualTo(tree);
      assertThat(yaml(tree)).as("YAML of seed %d", seed).isEqualTo(tree);
    }
  }

  private static ObjectNode object(Random random, int depth) {
    ObjectNode object = JSON.objectNode();
    for (int i = 0; i <= random.nextInt(4); i++) {
      object.set(text(random), value(random, depth + 1));
    }
    return object;
  }

  private static JsonNode value(Random random, int depth) {
    return switch (random.nextInt(depth > 3 ? 6 : 8)) {
      case 0 -> JSON.textNode(text(random));
      case 1 -> JSON.booleanNode(random.nextBoolean());
      case 2 -> JSON.nullNode();
      case 3 -> JSON.numberNode(random.nextInt());
      case 4 -> number(random);
      case 5 -> JSON.textNode(String.valueOf(number(random).numberValue()));
      case 6 -> object(random, depth);
      default -> {
        ArrayNode array = JSON.arrayNode();
        for (int i = 0; i < random.nextInt(4); i++) {
          array.add(value(random, depth + 1));
        }
        yield array;
      }
    };
  }

  private static JsonNode number(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> JSON.numberNode(Long.MIN_VALUE + random.nextInt(3));
      case 1 -> JSON.numberNode(BigInteger.ONE.shiftLeft(64 + random.nextInt(60)));
      case 2 -> DecimalNode.valueOf(new BigDecimal(random.nextLong() + ".50"));
      default -> DecimalNode.valueOf(new BigDecimal("1.5E+" + (1 + random.nextInt(900))));
    };
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= random.nextInt(4); i++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }
}
