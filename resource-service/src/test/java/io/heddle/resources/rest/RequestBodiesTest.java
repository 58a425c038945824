package io.heddle.resources.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBodiesTest {
  private static final int MAX_BYTES = 10_000_000;
  private static final byte[] TEXT = "kind: Root".getBytes(UTF_8);

  private final RequestBodies bodies = new RequestBodies(MAX_BYTES);

  private byte[] read(byte[] body, @Nullable String coding) {
    return bodies.read(new ByteArrayInputStream(body), coding);
  }

  private void assertRefused(byte[] body, String coding, int status) {
    assertThatThrownBy(() -> read(body, coding))
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.detail().status()).isEqualTo(status));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  @Test
  void plainAndPackedBodiesAreRead() throws IOException {
    assertThat(read(TEXT, null)).isEqualTo(TEXT);
    assertThat(read(TEXT, "identity")).isEqualTo(TEXT);
    assertThat(read(gzip(TEXT), "gzip")).isEqualTo(TEXT);
    assertThat(read(joined(gzip(TEXT), gzip(TEXT)), " GZIP ")).isEqualTo(joined(TEXT, TEXT));
  }

  @Test
  void whatIsNotWholeIsRefused() throws IOException {
    byte[] packed = gzip(TEXT);
    byte[] damaged = packed.clone();
    damaged[packed.length - 6] ^= 1;

    assertRefused(Arrays.copyOf(packed, packed.length - 3), "gzip", 400);
    assertRefused(joined(packed, Arrays.copyOf(packed, 5)), "gzip", 400);
    assertRefused(joined(packed, TEXT), "gzip", 400);
    assertRefused(damaged, "gzip", 400);
    assertRefused(TEXT, "gzip", 400);
    assertRefused(new byte[0], "gzip", 400);
  }

  @Test
  void aBombDoesNotFillTheMemory() throws IOException {
    assertRefused(gzip(new byte[2 * MAX_BYTES]), "gzip", 413);
    assertRefused(new byte[MAX_BYTES + 1], "identity", 413);
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "deflate", "gzip, gzip"})
  void otherCodingsAreRefused(String coding) {
    assertRefused(TEXT, coding, 415);
  }
}
