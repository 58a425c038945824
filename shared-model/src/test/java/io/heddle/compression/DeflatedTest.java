package io.heddle.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both things that servers call deflate. */
class DeflatedTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsBothForms(boolean bare) throws Exception {
    String text = "name,qty\nbolt,4\n".repeat(20_000);
    assertThat(read(deflate(text, bare))).isEqualTo(text);
    assertThat(read(deflate("", bare))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusesWhatIsCutAnywhere(boolean bare) throws Exception {
    byte[] whole = deflate("name,qty\nbolt,4\nnut,9\n", bare);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut))
          .as("cut to %d bytes", length)
          .isInstanceOf(DamagedCompressionException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusesOtherBytesBehindIt(boolean bare) throws Exception {
    byte[] whole = deflate("name,qty\n", bare);
    byte[] followed = Arrays.copyOf(whole, whole.length + 1);
    assertThatThrownBy(() -> read(followed)).hasMessageContaining("other bytes follow");
  }

  private static String read(byte[] packed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Deflated(new ByteArrayInputStream(packed)).copyTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static byte[] deflate(String text, boolean bare) throws IOException {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, bare);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(packed, deflater)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } finally {
      deflater.end();
    }
    return packed.toByteArray();
  }
}
