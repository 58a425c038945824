package io.heddle.encoding;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON or YAML document that cannot be read as what it claims to be. */
public final class DocumentException extends EncodingException {
  private final String pointer;
  private final String expected;
  private final String found;
  private final @Nullable String suggestion;

  DocumentException(String pointer, String expected, String found, @Nullable String suggestion) {
    super(
        "%s: expected %s, found %s%s"
            .formatted(
                pointer.isEmpty() ? "document" : pointer,
                expected,
                found,
                suggestion == null ? "" : "; did you mean " + suggestion + "?"));
    this.pointer = pointer;
    this.expected = expected;
    this.found = found;
    this.suggestion = suggestion;
  }

  /** The JSON pointer (RFC 6901) to what is wrong; empty for the whole document. */
  public String pointer() {
    return pointer;
  }

  public String expected() {
    return expected;
  }

  /** What stands there instead, cut to a length that is safe to show. */
  public String found() {
    return found;
  }

  /** The name that was probably meant. */
  public Optional<String> suggestion() {
    return Optional.ofNullable(suggestion);
  }
}
