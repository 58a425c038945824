package io.heddle.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multibase;
import io.heddle.multiformats.MultiformatException;
import io.heddle.multiformats.Multihash;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Bytes as text of multibase, multihash and dataset id: refused, or the only text of its bytes. */
public final class MultibaseTarget {
  private MultibaseTarget() {}

  /** Jazzer calls this. */
  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, UTF_8);
    orRefused(text, Multihash::parse);
    orRefused(text, DatasetId::parse);
    byte[] bytes = orRefused(text, Multibase::decode);
    if (bytes != null && !Multibase.of(text).encode(bytes).equalsIgnoreCase(text)) {
      throw new AssertionError("not what these bytes are written as: " + text);
    }
  }

  private static <T> @Nullable T orRefused(String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (MultiformatException refused) {
      return null;
    }
  }
}
