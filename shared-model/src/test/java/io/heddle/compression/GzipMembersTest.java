package io.heddle.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Gzip as servers and publishers write it, and as it breaks on the way. */
class GzipMembersTest {
  private static final UnpackLimits LIMITS = new UnpackLimits(64 << 20, 200);

  @Test
  void readsAllMembers() throws Exception {
    assertThat(unpack(concat(gzip("a\n"), gzip(""), gzip("b\n")))).isEqualTo("a\nb\n");
  }

  @Test
  void takesZerosBehindTheLastMemberForPadding() throws Exception {
    assertThat(unpack(concat(gzip("a\n"), new byte[100_000]))).isEqualTo("a\n");
  }

  @Test
  void readsHeadersWithAllOptionalParts() throws Exception {
    // Given
    byte[] plain = gzip("a\n");
    byte[] header = {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3};
    byte[] parts = {3, 0, 1, 2, 3, 'n', 0, 'c', 0, 7, 7};
    // When
    String text = unpack(concat(header, parts, Arrays.copyOfRange(plain, 10, plain.length)));
    // Then
    assertThat(text).isEqualTo("a\n");
  }

  @Test
  void refusesOtherBytesBehindTheLastMember() throws Exception {
    assertRefused(concat(gzip("a\n"), bytes("more")), "other bytes follow");
    assertRefused(concat(gzip("a\n"), new byte[] {0, 0, 7}), "other bytes follow");
  }

  @Test
  void refusesWhatIsCutAnywhere() throws Exception {
    byte[] first = gzip("name,qty\nbolt,4\nnut,9\n");
    byte[] whole = concat(first, gzip("screw,1\n"));
    for (int length = 0; length < whole.length; length++) {
      if (length != first.length) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> unpack(cut))
            .as("cut to %d bytes", length)
            .isInstanceOf(DamagedCompressionException.class);
      }
    }
  }

  @Test
  void refusesADamagedTrailer() throws Exception {
    byte[] damaged = gzip("name,qty\n");
    damaged[damaged.length - 6] ^= 1;
    assertRefused(damaged, "check sum");
  }

  @Test
  void refusesWhatIsNoGzip() {
    assertRefused(bytes("name,qty\n"), "does not start like gzip");
    assertRefused(new byte[] {0x1f, (byte) 0x8b, 7}, "compression method is unknown");
  }

  @Test
  void stopsABomb() throws Exception {
    byte[] bomb = gzip("0".repeat(20 << 20));
    assertThatThrownBy(() -> GzipMembers.unpack(bomb, LIMITS))
        .isInstanceOf(UnpackLimitException.class)
        .hasMessage("more than 200 times its size");
    assertThatThrownBy(() -> GzipMembers.unpack(bomb, new UnpackLimits(1000, 200)))
        .hasMessage("more than 1000 bytes");
  }

  @Test
  void passesOnWhatTheSourceFailsWith() throws Exception {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("connection reset");
          }
        };
    assertThatThrownBy(() -> new GzipMembers(failing).copyTo(OutputStream.nullOutputStream()))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("connection reset");
  }

  @Test
  void readsASourceThatComesByteByByte() throws Exception {
    // Given
    InputStream slow =
        new ByteArrayInputStream(concat(gzip("a\n"), gzip("b\n"))) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1));
          }
        };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // When
    new GzipMembers(slow).copyTo(out);
    // Then
    assertThat(out).hasToString("a\nb\n");
  }

  private static void assertRefused(byte[] packed, String message) {
    assertThatThrownBy(() -> unpack(packed))
        .isInstanceOf(DamagedCompressionException.class)
        .hasMessageContaining(message);
  }

  private static String unpack(byte[] packed) throws IOException {
    return new String(GzipMembers.unpack(packed, LIMITS), StandardCharsets.UTF_8);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes(text));
    }
    return packed.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
