package io.heddle.resources.manifest;

import org.jspecify.annotations.Nullable;

/** A body is not what it claims to be: no YAML, no JSON, or beyond a limit. */
final class MalformedDocumentException extends RuntimeException {
  private final int document;
  private final transient @Nullable Place place;

  MalformedDocumentException(int document, @Nullable Place place, String message) {
    super(message);
    this.document = document;
    this.place = place;
  }

  int document() {
    return document;
  }

  @Nullable Place place() {
    return place;
  }
}
