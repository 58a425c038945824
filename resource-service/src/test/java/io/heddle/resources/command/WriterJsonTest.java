package io.heddle.resources.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriterJsonTest {
  @Test
  void namesAndTextsOfAnyLengthThatWereWrittenAreReadAgain() {
    String name = "n".repeat(60_000);
    String text = "t".repeat(21_000_000);
    byte[] written = WriterJson.bytes(Map.of(name, text));

    assertThat(WriterJson.read(written, JsonNode.class).get(name).asText()).isEqualTo(text);
  }
}
