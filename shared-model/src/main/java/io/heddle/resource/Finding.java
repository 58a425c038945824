package io.heddle.resource;

import org.jspecify.annotations.Nullable;

/**
 * Something in a document that is not as it should be.
 *
 * @param pointer JSON pointer into the document (RFC 6901)
 * @param code what is wrong, in one stable word
 * @param hint what was probably meant
 */
public record Finding(String pointer, String code, String message, @Nullable String hint) {
  public static final String UNKNOWN_FIELD = "unknown-field";
  public static final String MISSING_FIELD = "missing-field";
  public static final String INVALID_VALUE = "invalid-value";
  public static final String UNKNOWN_VARIANT = "unknown-variant";

  public Finding(String pointer, String code, String message) {
    this(pointer, code, message, null);
  }
}
