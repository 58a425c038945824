package io.heddle.notation;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The encodings of text formats, by name. */
public final class Encodings {
  private static final Map<String, Charset> OWN_NAMES =
      Map.of(
          "utf8", StandardCharsets.UTF_8,
          "utf16", StandardCharsets.UTF_16,
          "utf-16le", StandardCharsets.UTF_16LE,
          "utf-16be", StandardCharsets.UTF_16BE,
          "latin-1", StandardCharsets.ISO_8859_1);

  private Encodings() {}

  /**
   * @param name null for the default, UTF-8
   * @throws IngestException (Unsupported) for a name that nobody knows
   */
  public static Charset of(@Nullable String name) {
    if (name == null) {
      return StandardCharsets.UTF_8;
    }
    Charset own = OWN_NAMES.get(name.toLowerCase(Locale.ROOT));
    if (own != null) {
      return own;
    }
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw unsupported(
          name, "utf8, utf-16, utf-16le, utf-16be, latin-1, windows-1252 and Java's names");
    }
  }

  /**
   * The encoding of JSON, which can only be UTF-8.
   *
   * @throws IngestException (Unsupported) for any other one
   */
  public static Charset ofJson(@Nullable String name) {
    Charset charset = of(name);
    if (!charset.equals(StandardCharsets.UTF_8)) {
      throw unsupported(String.valueOf(name), "utf8, as JSON demands");
    }
    return charset;
  }

  private static IngestException unsupported(String name, String supported) {
    return new IngestException(
        FailureKind.Unsupported,
        "encoding \"%s\" is not supported; supported: %s".formatted(name, supported),
        Map.of("value", name, "supported", supported));
  }
}
