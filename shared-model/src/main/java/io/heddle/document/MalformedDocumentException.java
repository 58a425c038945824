package io.heddle.document;

import org.jspecify.annotations.Nullable;

/** A text is not what it claims to be: no YAML, no JSON, or beyond a limit. */
public final class MalformedDocumentException extends RuntimeException {
  private final int document;
  private final transient @Nullable TextPosition place;

  MalformedDocumentException(int document, @Nullable TextPosition place, String message) {
    super(message);
    this.document = document;
    this.place = place;
  }

  /** The document's number in the text, from 0. */
  public int document() {
    return document;
  }

  /** Where it is wrong; null when the place is not known. */
  public @Nullable TextPosition place() {
    return place;
  }
}
