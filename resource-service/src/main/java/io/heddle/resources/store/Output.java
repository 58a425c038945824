package io.heddle.resources.store;

import java.util.Map;

/** A record that leaves the writer; {@code value} null is a tombstone. */
public record Output(
    Sink sink,
    String key,
    Map<String, String> headers,
    byte @org.jspecify.annotations.Nullable [] value) {
  public enum Sink {
    EVENTS,
    RESOURCES,
    OUTCOMES,
    CHANGES,
    INGEST_REQUESTS,
    DEAD_LETTERS
  }
}
