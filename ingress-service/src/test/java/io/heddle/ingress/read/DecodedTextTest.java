package io.heddle.ingress.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoding that neither replaces nor guesses. */
class DecodedTextTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 1000})
  void readsPairsWhateverRoomThereIs(int room) throws IOException {
    String text = "a😀é😀😀€b";
    assertThat(read(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8, room))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE"})
  void dropsOneMarkAtTheStart(String name) throws IOException {
    Charset charset = Charset.forName(name);
    byte[] marked =
        name.equals("UTF-16")
            ? "x\uFEFFy".getBytes(StandardCharsets.UTF_16)
            : "\uFEFFx\uFEFFy".getBytes(charset);
    assertThat(read(marked, charset, 100)).isEqualTo("x\uFEFFy");
  }

  @Test
  void handsOutEverythingBeforeAMalformedPlace() throws IOException {
    byte[] bytes = "ab\ncé".getBytes(StandardCharsets.ISO_8859_1);
    Path file = Files.write(folder.resolve("file"), bytes);
    try (DecodedText text =
        DecodedText.open(new ReadInput(file, "file").content(), StandardCharsets.UTF_8)) {
      char[] chars = new char[100];
      assertThat(text.read(chars, 0, chars.length)).isEqualTo(4);
      assertThatThrownBy(() -> text.read(chars, 0, chars.length))
          .isInstanceOf(MalformedTextException.class)
          .hasMessageContaining("e9");
    }
  }

  @Test
  void refusesACharacterThatIsCutAtTheEnd() {
    assertThatThrownBy(
            () -> read(new byte[] {'a', (byte) 0xe2, (byte) 0x82}, StandardCharsets.UTF_8, 10))
        .isInstanceOf(MalformedTextException.class);
  }

  @Test
  void refusesBytesThatTheEncodingDoesNotAssign() {
    assertThatThrownBy(
            () -> read(new byte[] {'a', (byte) 0x81}, Charset.forName("windows-1252"), 10))
        .isInstanceOf(MalformedTextException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32", "GB18030"})
  void keepsASecondMark(String name) throws IOException {
    Charset charset = Charset.forName(name);
    boolean marked = "x".getBytes(charset).length > 1 && name.equals("UTF-16");
    byte[] bytes = ((marked ? "" : "\uFEFF") + "\uFEFFx").getBytes(charset);
    assertThat(read(bytes, charset, 100)).isEqualTo("\uFEFFx");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "ISO-8859-1", "windows-1252", "UTF-16LE", "UTF-16"})
  void refusesAZeroCharacterInEveryEncoding(String name) {
    Charset charset = Charset.forName(name);
    assertThatThrownBy(() -> read("a\0b".getBytes(charset), charset, 10))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("zero character")
        .hasMessageContaining("UTF-16");
  }

  private String read(byte[] bytes, Charset charset, int room) throws IOException {
    Path file = Files.write(folder.resolve("file"), bytes);
    StringBuilder all = new StringBuilder();
    try (DecodedText text = DecodedText.open(new ReadInput(file, "file").content(), charset)) {
      char[] chars = new char[room];
      for (int n = text.read(chars, 0, room); n >= 0; n = text.read(chars, 0, room)) {
        all.append(chars, 0, n);
      }
    }
    return all.toString();
  }
}
